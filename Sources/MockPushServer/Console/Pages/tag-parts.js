// Tags as chips, and choosing one.
import { appPath, call, get, query } from './api.js';
import { h } from './dom.js';
import { attempt, button, notice, select } from './parts.js';
import { t } from './text.js';

/** All tags of an app, at most 2,048, by name. */
export async function allTags(app, signal) {
  const tags = [];
  let after = '';
  do {
    const answer = await get(appPath(app, 'tags') + query({ limit: 200, after }), { signal, isQuiet: true });
    tags.push(...answer.tags);
    after = answer.next;
  } while (after);
  return tags;
}

export async function attach(app, tagId, uid) {
  await call('POST', appPath(app, 'tags', tagId, 'uids'), { uids: [uid] });
}

/** A uid with a comma cannot be named in a list, so its tags are replaced as a whole. */
export async function detach(app, tagId, uid, tags) {
  if (!uid.includes(',')) return call('DELETE', appPath(app, 'tags', tagId, 'uids') + query({ uids: uid }));
  const found = tags ?? (await get(appPath(app, 'uids', uid))).uid.tags;
  return call('POST', appPath(app, 'uids'), { uid, tagIds: found.map((tag) => tag.tagId).filter((id) => id !== tagId) });
}

/** The tags of a uid: taken off with ×, and added from all that the app has. */
export function tagEditor({ app, href, signal }, uid, tags, refresh) {
  const add = button('+ ' + t('Add a tag'), async () => {
    const others = (await allTags(app, signal)).filter(({ tagId }) => !tags.some((tag) => tag.tagId === tagId));
    if (!others.length) return notice(t('The app has no other tag; make one on the page Tags.'), 'bad');
    const choice = select([['', t('Choose a tag')], ...others.map(({ tagId, tagName }) => [tagId, tagName])], '', {
      class: 'choice', 'aria-label': t('Choose a tag'),
      onchange: (event) => attempt(async () => { await attach(app, event.target.value, uid); await refresh(); }, event.target),
    });
    add.replaceWith(choice);
    choice.focus();
  }, { class: 'small' });
  return h('span', { class: 'chips' }, tags.map((tag) => h('span', { class: 'chip' },
    h('a', { href: href('tags', [tag.tagId]) }, tag.tagName),
    button('×', async () => { await detach(app, tag.tagId, uid, tags); await refresh(); }, { class: 'plain small', 'aria-label': t('Take {name} off', { name: tag.tagName }) }))), add);
}
