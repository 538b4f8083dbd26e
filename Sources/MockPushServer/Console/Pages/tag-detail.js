// One tag: its name, and who has it.
import { appPath, call, get, query } from './api.js';
import { h, put } from './dom.js';
import { attempt, button, card, confirmed, copyButton, facts, field, heading, loaded, notice, paged, table } from './parts.js';
import { detach } from './tag-parts.js';
import { moment, number, t } from './text.js';

const pageSize = 100;
/** UIDs that one call of the contract takes. */
const perCall = 16;

export function tagDetail(page, tagId) {
  const { app, root, href, go, signal } = page;
  const place = h('div');
  const uids = h('div');
  put(root, place);
  const refresh = loaded(place, async () => {
    const { tag } = await get(appPath(app, 'tags', tagId), { signal });
    return [heading(href('tags'), t('Tags'), tag.tagName),
      card(null, facts([[t('Tag ID'), [h('code', {}, tag.tagId), ' ', copyButton(tag.tagId)]], [t('Created'), moment(tag.createdDateTime)], [t('Changed'), moment(tag.updatedDateTime)]]),
        h('div', { class: 'actions' }, button(t('Send to this tag'), () => go('compose', [], { tag: tagId }), { class: 'primary' }),
          button(t('Its tokens'), () => go('tokens', [], { tag: tagId })),
          button(t('Delete'), () => confirmed(t('Delete this tag? It is taken off all its uids; their tokens stay.'), t('Delete'), async () => {
            await call('DELETE', appPath(app, 'tags', tagId));
            notice(t('The tag is deleted.'));
            go('tags');
          }), { class: 'danger' })),
        rename(page, tag, () => refresh())),
      card('UID', adding(page, tagId, () => showUids()), uids)];
  });
  const showUids = paged(uids, async (offsetUid) => {
    const found = await get(appPath(app, 'tags', tagId, 'uids') + query({ offsetUid, limit: pageSize }), { signal });
    return {
      next: found.uids.length === pageSize ? found.uids.at(-1).uid : null,
      content: table([t('UID'), t('Tokens'), t('Tags'), h('span', { class: 'hidden' }, t('Take off'))], found.uids.map((each) => [
        h('a', { href: href('tags', ['uids', each.uid]) }, each.uid), number(each.contacts.length), each.tags.map((tag) => tag.tagName).join(', '),
        button(t('Take off'), async () => { await detach(app, tagId, each.uid, each.tags); await showUids(); }, { class: 'small' }),
      ]), { caption: 'UID', empty: t('No uid has this tag yet.') }),
    };
  });
}

function rename({ app }, tag, refresh) {
  const input = h('input', { value: tag.tagName, required: true, maxlength: 255, autocomplete: 'off' });
  const save = h('button', {}, t('Rename'));
  return h('form', {
    class: 'pair below', onsubmit: (event) => {
      event.preventDefault();
      attempt(async () => {
        await call('PUT', appPath(app, 'tags', tag.tagId), { tagName: input.value.trim() });
        notice(t('The tag is renamed.'));
        await refresh();
      }, save);
    },
  }, field(t('Name'), input, t('1 to 255 characters without blanks, unique in the app.')), save);
}

function adding({ app }, tagId, refresh) {
  const input = h('textarea', { rows: 2, class: 'low', autocomplete: 'off', spellcheck: 'false', required: true });
  const add = h('button', { class: 'primary' }, t('Attach'));
  return h('form', {
    class: 'pair', onsubmit: (event) => {
      event.preventDefault();
      const uids = [...new Set(input.value.split('\n').map((line) => line.trim()).filter(Boolean))];
      attempt(async () => {
        for (let first = 0; first < uids.length; first += perCall) {
          await call('POST', appPath(app, 'tags', tagId, 'uids'), { uids: uids.slice(first, first + perCall) });
        }
        notice(t('{count} uids have the tag.', { count: number(uids.length) }));
        input.value = '';
      }, add).then(refresh);
    },
  }, field(t('Attach uids'), input, t('One per line; a uid that is not known is made.')), add);
}
