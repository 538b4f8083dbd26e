// The journal: what came to the vendor's paths and what was answered, as it comes.
import { call, get, query } from './api.js';
import { h, put } from './dom.js';
import { badge, button, card, confirmed, field, loaded, notice, select } from './parts.js';
import { follow, liveTable, shownRows } from './live.js';
import { requestDetail } from './request-detail.js';
import { moment, number, t, time } from './text.js';

export default async function requests(page) {
  if (page.parts[0]) return one(page);
  const journal = '/_mock/requests';
  let next = null;
  /** Whether the newest rows gave way to older ones. */
  let isBehind = false;
  const controls = filters(page, () => reload());
  const rows = liveTable([t('Time'), t('Result'), t('Method'), t('Path'), t('Hint or fault'), t('Took')], {
    cells: (request) => cells(request, page), detail: (request) => requestDetail(request, page), caption: t('Requests'),
    empty: t('No request yet. Let an app or a backend call this server, or send one by curl; it shows up here at once.'),
  });
  const live = follow({
    signal: page.signal, type: 'request', path: (after) => `${journal}/stream${query({ ...controls.match(), after })}`,
    onItem: (request) => rows.add([request]), onReset: () => rows.clear(),
    onResume: () => isBehind && (reload(), true),
  });
  const below = h('div', { class: 'actions' });
  const place = h('div');
  const older = async () => {
    const found = await get(journal + query({ ...controls.match(), before: next }), { isQuiet: true });
    live.stop();
    if (rows.count + found.requests.length > shownRows) {
      rows.clear();
      isBehind = true;
    }
    rows.append(found.requests);
    more(found);
  };
  const more = (found) => {
    next = found.next ?? null;
    put(below, next && button(t('Older requests'), older), next === null && h('span', { class: 'soft' }, t('That is all that the journal has.')));
  };
  const reload = loaded(place, async () => {
    live.stop();
    isBehind = false;
    const found = await get(journal + query(controls.match()), { signal: page.signal });
    rows.clear();
    rows.append(found.requests);
    more(found);
    live.start(found.requests[0]?.number ?? 0);
    return [rows.element, below];
  });
  put(page.root, controls.form, h('div', { class: 'bar' }, live.bar, h('span', { class: 'space' }), button(t('Clear the journal'), () => confirmed(
    t('Forget all requests of all apps? Data stays as it is.'), t('Clear the journal'), async () => {
      await call('DELETE', journal);
      notice(t('The journal is empty.'));
      reload();
    }))), place);
}

const names = ['scope', 'method', 'path', 'resultCode', 'uid', 'token', 'version'];

function filters({ app, query: given, remember }, changed) {
  const values = Object.fromEntries(names.map((name) => [name, given.get(name) ?? '']));
  const control = (name, element) => {
    element.addEventListener(element.tagName === 'SELECT' ? 'change' : 'input', () => {
      values[name] = element.value.trim();
      remember(values);
      clearTimeout(timer);
      timer = setTimeout(changed, 250);
    });
    return element;
  };
  let timer;
  const text = (name, attributes) => control(name, h('input', { type: 'search', value: values[name], autocomplete: 'off', size: '10', ...attributes }));
  const form = h('form', { class: 'bar filters', onsubmit: (event) => event.preventDefault() },
    field(t('Path'), text('path', { placeholder: t('a part, or with *'), class: 'wide' })),
    field(t('Method'), control('method', select([['', t('all')], 'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'], values.method))),
    field('resultCode', text('resultCode', { inputmode: 'numeric', placeholder: '40002' })),
    field('UID', text('uid')), field(t('Token'), text('token')),
    field(t('Version'), control('version', select([['', t('all')], 'v2.0', 'v2.1', 'v2.2', 'v2.3', 'v2.4'], values.version))),
    field(t('App'), control('scope', select([['', app || '–'], ['all', t('all apps')]], values.scope))));
  const match = () => {
    const { scope, path, ...others } = values;
    return { ...others, path: path && !path.includes('*') ? `*${path}*` : path, appkey: scope === 'all' ? '' : app };
  };
  return { form, match };
}

const isRefused = (request) => request.status >= 400 || Boolean(request.resultCode) || Boolean(request.connection);

function cells(request, { app }) {
  const own = request.appkey === app;
  const path = request.path.replace(/^\/push\/([^/]+)\/appkeys\/([^/]+)/, own ? '' : '$2 ') || '/';
  return [
    h('time', { title: moment(request.at) }, `${request.at.slice(5, 10)} ${time(request.at)}`),
    badge(request.connection ?? (request.resultCode || request.status), isRefused(request) ? 'bad' : 'good'),
    h('code', {}, request.method),
    [request.version && [badge(request.version), ' '], h('code', { class: 'path' }, path + (request.query && `?${request.query}`))],
    [request.fault && [badge(t('fault {name}', { name: request.fault }), 'info'), ' '], request.via && [badge(request.via), ' '], request.hint && h('span', { class: 'hint' }, request.hint)],
    h('span', { class: 'id' }, `${number(Math.round(request.microseconds / 100) / 10)} ms`),
  ];
}

/** A request by its number, as other pages link to it. */
async function one(page) {
  const request = await get(`/_mock/requests/${encodeURIComponent(page.parts[0])}`, { signal: page.signal });
  put(page.root, h('p', {}, h('a', { href: page.href('requests') }, `← ${t('All requests')}`)),
    card(`#${request.number}`, requestDetail(request, page)));
}
