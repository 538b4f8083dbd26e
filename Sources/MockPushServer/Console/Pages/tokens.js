// Tokens: found by the beginning of a token or uid, and filtered.
import { appPath, get, query as queryText } from './api.js';
import { h, put } from './dom.js';
import { badge, button, debounced, field, paged, select, table, withoutApp } from './parts.js';
import { number, t } from './text.js';
import { editToken } from './token-form.js';
import { tokenDetail } from './token-detail.js';
import { consentBadge, consents, pushTypes, short, when } from './words.js';

const pageSize = 50;

export default async function tokens(page) {
  if (!page.app) put(page.root, withoutApp());
  else if (page.parts.length) await tokenDetail(page);
  else list(page);
}

/** The three flags of a state of consent, as the list is filtered by them. */
const flags = {
  ON: { notification: true, ad: true, nightAd: true }, NIGHT_AD_OFF: { notification: true, ad: true, nightAd: false },
  AD_OFF: { notification: true, ad: false }, OFF: { notification: false },
};

function list(page) {
  const { app, root, signal, remember, go } = page;
  const names = ['prefix', 'pushType', 'consent', 'country', 'language', 'tag', 'uid'];
  const filter = Object.fromEntries(names.map((name) => [name, page.query.get(name) ?? '']));
  const place = h('div');
  const change = (name) => (event) => {
    filter[name] = event.target.value.trim();
    remember(filter);
    refresh();
  };
  const typed = (name) => ({ value: filter[name], oninput: debounced(change(name)), autocomplete: 'off', spellcheck: 'false' });
  put(root,
    h('div', { class: 'bar' },
      h('div', { class: 'grow' }, field(t('Token or uid begins with'), h('input', { type: 'search', ...typed('prefix') }))),
      field(t('Push type'), select([['', t('Any')], ...pushTypes], filter.pushType, { onchange: change('pushType') })),
      field(t('Consent'), select([['', t('Any')], ...Object.entries(consents).map(([key, text]) => [key, t(text)])], filter.consent, { onchange: change('consent') })),
      h('div', { class: 'narrow' }, field(t('Country'), h('input', { maxlength: 3, ...typed('country') }))),
      h('div', { class: 'narrow' }, field(t('Language'), h('input', { maxlength: 16, ...typed('language') }))),
      button(t('Register a token'), () => editToken(app, {}, (token) => go('tokens', [token.token])), { class: 'primary' })),
    chosen(page, filter), place);
  const refresh = paged(place, async (after) => {
    const found = await read(app, filter, after, signal);
    return { content: rows(page, found, filter), next: found.next };
  });
}

/** Filters that came by a link from another page. */
function chosen({ href }, filter) {
  const given = ['uid', 'tag'].filter((name) => filter[name]);
  if (!given.length) return null;
  return h('p', {}, given.map((name) => [badge(`${name}: ${filter[name]}`, 'info'), ' ']), h('a', { href: href('tokens') }, t('Show all')));
}

/** Pages of the server may be short while there is more: goes on until this one is full, or it has taken long. */
async function read(app, { consent, ...plain }, after, signal) {
  const end = performance.now() + 1500;
  const result = { tokens: [], next: after, scanned: 0 };
  let isQuiet = false;
  do {
    const wanted = { ...plain, ...flags[consent], limit: pageSize - result.tokens.length, after: result.next };
    const answer = await get(appPath(app, 'tokens') + queryText(wanted), { signal, isQuiet });
    result.tokens.push(...answer.tokens);
    [result.next, result.scanned, result.totalCount, isQuiet] = [answer.next, result.scanned + (answer.scanned ?? 0), answer.totalCount, true];
  } while (result.next && result.tokens.length < pageSize && performance.now() < end);
  return result;
}

function rows(page, found, filter) {
  const { href } = page;
  const isFiltered = Object.values(filter).some(Boolean);
  if (!found.tokens.length && !found.next && !isFiltered) {
    return h('p', { class: 'empty' }, t('No token is registered yet. Start your app against this server, or register one here.'));
  }
  return [
    found.totalCount !== undefined && h('p', { role: 'status' }, t('{count} tokens', { count: number(found.totalCount) })),
    !found.tokens.length && found.next && h('p', { role: 'status' }, t('Nothing yet among {count} tokens; the next page goes on.', { count: number(found.scanned) })),
    table([t('Token'), t('UID'), t('Push type'), t('Consent'), t('Language'), t('Last registered')], found.tokens.map((token) => [
      h('a', { href: href('tokens', [token.token], { pushType: token.pushType }) }, h('code', {}, short(token.token, 26))),
      h('a', { href: href('tags', ['uids', token.uid]) }, short(token.uid)),
      [badge(token.pushType), token.tenant && [' ', badge(token.tenant)]],
      [consentBadge(token), token.isExpired && [' ', badge(t('expired'), 'bad')]],
      `${token.language} · ${token.country}`, when(token.activatedDateTime),
    ]), { caption: t('Tokens'), empty: t('Nothing matches.') }),
  ];
}
