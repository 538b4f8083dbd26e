// Counts of the app, what happens right now, and how to begin.
import { link } from './address.js';
import { appPath, curl, get, query } from './api.js';
import { h, put } from './dom.js';
import { heard } from './header.js';
import { badge, card, copyButton, facts, tile } from './parts.js';
import { stream } from './stream.js';
import { moment, number, t, time } from './text.js';
import { consents } from './words.js';

export default async function overview(page) {
  if (!page.app) return put(page.root, beginning('MYAPP'));
  const counts = h('div');
  put(page.root, counts, h('div', { class: 'columns' }, activity(page), server(page)));
  let shown = '';
  const refresh = async () => {
    const found = await get(appPath(page.app, 'summary'), { isQuiet: true, signal: page.signal });
    // What stays the same is left alone: the reader may be in the middle of it.
    if (shown === JSON.stringify(found)) return;
    shown = JSON.stringify(found);
    put(counts, summary(page, found));
  };
  await refresh();
  heard.addEventListener('overview', () => refresh().catch(() => { /* The header tells that the server is gone. */ }), { signal: page.signal });
}

function summary({ app, href }, found) {
  if (!found.tokens.totalCount && !found.messageCount) return beginning(app);
  const last = found.lastMessage;
  return [
    h('div', { class: 'tiles' },
      tile(t('Tokens'), number(found.tokens.totalCount), href('tokens')), tile(t('UIDs'), number(found.uidCount), href('tags')),
      tile(t('Tags'), number(found.tagCount), href('tags')), tile(t('Messages'), number(found.messageCount), href('messages')),
      tile(t('Pending messages'), number(found.pendingMessageCount), href('messages')),
      tile(t('Reservations to come'), number(found.reservedCount), href('reservations'))),
    h('div', { class: 'columns thirds' },
      card(t('Tokens by push type'), facts(Object.entries(found.tokens.pushTypes).filter(([, count]) => count).map(([type, count]) => [type, number(count)]))),
      card(t('Consent'), facts(Object.entries(found.tokens.agreements).map(([kind, count]) => [t(consents[kind] ?? kind), number(count)]))),
      card(t('Last message'), last ? facts([
        [t('Message'), h('a', { href: href('messages', [last.messageIdString]) }, last.messageIdString)], [t('State'), badge(last.messageStatus)],
        [t('Title'), last.content?.default?.title], [t('Created'), moment(last.createdDateTime)],
        [t('Targets'), number(last.targetCount)], [t('Sent'), number(last.sentCount)],
        found.nextDeliveryDateTime && [t('Next reservation'), moment(found.nextDeliveryDateTime)],
      ]) : h('p', { class: 'empty' }, t('Nothing here yet.')))),
  ];
}

const shownRows = 12;

function activity({ app, href, signal }) {
  const state = badge(t('not connected'));
  const body = h('tbody');
  const table = h('div', { class: 'scroll', hidden: true }, h('table', {}, h('caption', { class: 'hidden' }, t('Live activity')), body));
  const empty = h('p', { class: 'empty' }, t('Requests and deliveries of this app show up here as they happen.'));
  const add = (...cells) => {
    empty.remove();
    table.hidden = false;
    body.prepend(h('tr', { class: 'new' }, cells.map((cell) => h('td', {}, cell))));
    while (body.children.length > shownRows) body.lastChild.remove();
  };
  const onState = (isConnected) => Object.assign(state, { textContent: t(isConnected ? 'live' : 'not connected'), className: `badge ${isConnected ? 'good' : 'bad'}` });
  const filter = query({ appkey: app });
  const show = (request) => add(
    time(request.at), h('a', { href: href('requests', [request.number]) }, `${request.method} ${request.path.replace(/^\/push\/[^/]+\/appkeys\/[^/]+/, '…')}`),
    badge(request.resultCode ?? request.status, request.resultCode ? 'bad' : 'good'));
  const begin = async () => {
    const { requests } = await get(`/_mock/requests${query({ appkey: app, limit: shownRows })}`, { isQuiet: true, signal });
    requests.reverse().forEach(show);
    const after = requests.at(-1)?.number;
    stream(`/_mock/requests/stream${query({ appkey: app, after })}`, { signal, onState, onEvent: (data, type) => { if (type === 'request') show(data); } });
  };
  // Without a journal the server says so here, and there are deliveries still.
  begin().catch((error) => { empty.textContent = error.message; });
  stream('/_mock/deliveries/stream' + filter, { signal, onEvent: (delivery, type) => {
    if (type !== 'delivery') return;
    add(time(delivery.at), [delivery.pushType, ' → ', h('a', { href: href('tokens', [delivery.token]) }, delivery.uid)], [badge(delivery.outcome), ' ', delivery.outcome === 'SENT' ? '' : delivery.reason]);
  } });
  return card([t('Live activity'), ' ', state], empty, table);
}

function server({ href, signal }) {
  const place = h('div');
  let shown = '';
  const show = () => {
    const { version, apps } = heard.latest ?? { apps: [] };
    if (shown === JSON.stringify(apps)) return;
    shown = JSON.stringify(apps);
    put(place, facts([[t('Server'), version ? `mock-push-server ${version}` : '–'],
      ...apps.map((app) => [h('a', { href: link(app.appkey, 'overview') }, app.appkey), `${number(app.tokenCount)} ${t('Tokens')}`])]));
  };
  show();
  heard.addEventListener('overview', show, { signal });
  return card(t('Apps'), place, h('div', { class: 'actions' },
    h('a', { class: 'button primary', href: href('compose') }, t('Compose')), h('a', { class: 'button', href: href('settings', ['connect']) }, t('How to connect an SDK'))));
}

/** For an app that nothing is known of. */
function beginning(app) {
  const command = curl({
    method: 'POST', path: `/push/v2.4/appkeys/${encodeURIComponent(app)}/tokens`,
    body: {
      token: 'a1b2', pushType: 'APNS_SANDBOX', uid: 'user-7', deviceId: '9F0E8A30-51E1-4C5E-9C0E-3F2B2B3E9A10', isNotificationAgreement: true,
      isAdAgreement: true, isNightAdAgreement: false, timezoneId: 'Asia/Seoul', country: 'KR', language: 'ko',
    },
  });
  return card(t('Nothing here yet.'), h('p', {}, t('No app has data yet. Type any appkey, or send a request with one.')),
    h('pre', { class: 'json' }, command), h('div', { class: 'actions' }, copyButton(command)));
}
