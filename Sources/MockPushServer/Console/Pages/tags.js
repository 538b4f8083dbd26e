// Tags and the uids that have them. `#/APP/tags`, `…/tags/TAGID`, `…/tags/uids`, `…/tags/uids/UID`.
import { appPath, call, get, query as queryText } from './api.js';
import { h, put } from './dom.js';
import { attempt, debounced, field, notice, paged, table, withoutApp } from './parts.js';
import { number, t } from './text.js';
import { tagDetail } from './tag-detail.js';
import { uidDetail } from './uid-detail.js';
import { short, when } from './words.js';

export default function tags(page) {
  const [first, second] = page.parts;
  if (!page.app) put(page.root, withoutApp());
  else if (first === 'uids' && second !== undefined) uidDetail(page, second);
  else if (first && first !== 'uids') tagDetail(page, first);
  else put(page.root, tabs(page, first === 'uids'), first === 'uids' ? uidList(page) : tagList(page));
}

function tabs({ href }, isUids) {
  const tab = (address, label, isHere) => h('a', { href: address, 'aria-current': isHere ? 'page' : null }, label);
  return h('nav', { class: 'tabs', 'aria-label': t('Tags') }, tab(href('tags'), t('Tags'), !isUids), tab(href('tags', ['uids']), t('UIDs'), isUids));
}

/** A list with a search by prefix, which stands in the address. */
function searched(page, label, load, ...beside) {
  const place = h('div');
  let prefix = page.query.get('prefix') ?? '';
  const search = h('input', {
    type: 'search', value: prefix, autocomplete: 'off', spellcheck: 'false',
    oninput: debounced((event) => { prefix = event.target.value; page.remember({ prefix }); refresh(); }),
  });
  const refresh = paged(place, (after) => load(prefix, after));
  return [h('div', { class: 'bar' }, h('div', { class: 'grow' }, field(label, search)), beside), place];
}

function tagList(page) {
  const { app, go, href, signal } = page;
  const name = h('input', { required: true, maxlength: 255, autocomplete: 'off', placeholder: t('Name') });
  const add = h('button', { class: 'primary' }, t('Add'));
  const form = h('form', {
    class: 'pair', onsubmit: (event) => {
      event.preventDefault();
      attempt(async () => {
        const { tag } = await call('POST', appPath(app, 'tags'), { tagName: name.value.trim() });
        notice(t('The tag is made.'));
        go('tags', [tag.tagId]);
      }, add);
    },
  }, field(t('New tag'), name), add);
  return searched(page, t('Name begins with'), async (prefix, after) => {
    const found = await get(appPath(app, 'tags') + queryText({ prefix, after, limit: 100 }), { signal });
    return {
      next: found.next,
      content: [
        found.totalCount > 0 && h('p', { role: 'status' }, t('{count} tags', { count: number(found.totalCount) })),
        table([t('Tag'), t('Tag ID'), t('UIDs'), t('Created'), t('Changed')], found.tags.map((tag) => [
          h('a', { href: href('tags', [tag.tagId]) }, short(tag.tagName, 60)), h('code', {}, tag.tagId), number(tag.uidCount),
          when(tag.createdDateTime), when(tag.updatedDateTime),
        ]), { caption: t('Tags'), empty: prefix ? t('Nothing matches.') : t('There is no tag yet. Make one above, then attach uids to it and send to them.') }),
      ],
    };
  }, form);
}

function uidList(page) {
  const { app, href, signal } = page;
  return searched(page, t('UID begins with'), async (prefix, after) => {
    const found = await get(appPath(app, 'uids') + queryText({ prefix, after, limit: 100 }), { signal });
    return {
      next: found.next,
      content: table([t('UID'), t('Tokens'), t('Tags')], found.uids.map((each) => [
        h('a', { href: href('tags', ['uids', each.uid]) }, each.uid), number(each.tokenCount), number(each.tagCount),
      ]), { caption: t('UIDs'), empty: prefix ? t('Nothing matches.') : t('There is no uid yet: one is there as soon as a token or a tag belongs to it.') }),
    };
  });
}
