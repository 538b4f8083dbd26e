// One message: what became of it, and of it for each token.
import { appPath, get, query as queryText } from './api.js';
import { h, put } from './dom.js';
import { heard } from './header.js';
import { originText } from './messages.js';
import { badge, button, card, copyButton, debounced, facts, field, heading, json, loaded, paged, select } from './parts.js';
import { outcomeBar, outcomeText, reasonList } from './shares.js';
import { allTags } from './tag-parts.js';
import { moment, number, t } from './text.js';
import { deliveryRows, isPending, outcomes, reasonText, short, stateBadge, targetText, titleOf } from './words.js';

/** Members of a message that are the body which makes the same again. */
const bodyKeys = ['target', 'content', 'messageType', 'contact', 'removeGuide', 'timeToLiveMinute', 'adWordPosition', 'statsId', 'provisionedResourceId'];
export const bodyOf = (message) => Object.fromEntries(bodyKeys.filter((key) => message[key] !== undefined).map((key) => [key, message[key]]));

export function messageDetail(page) {
  const { app, parts: [id], root, signal } = page;
  const head = h('div');
  const result = h('div');
  const about = h('div');
  const deliveries = h('div');
  put(root, head, h('div', { class: 'columns' }, result, about), deliveries);
  let shown = '';
  let receipts = null;
  const read = async (isQuiet) => {
    const message = await get(appPath(app, 'messages', id), { signal, isQuiet });
    if (!isPending(message)) receipts = await receiptsOf(page, message).catch(() => receipts);
    return message;
  };
  const show = (message) => {
    const text = JSON.stringify([message, receipts]);
    if (text === shown) return;
    shown = text;
    put(head, heading(page.href('messages'), t('Messages'), titleOf(message), ' ', stateBadge(message.messageStatus)));
    put(result, resultCard(message, receipts, list.choose));
    list.know(message);
  };
  const list = deliveryList(page, id, deliveries);
  loaded(head, async () => {
    const message = await read(false);
    list.start(message);
    put(about, await aboutCard(page, message));
    setTimeout(() => follow(message));
    show(message);
    return [...head.childNodes];
  });
  // Until it is complete twice a second, then with each reading of the header for receipts that come later.
  const follow = async (message) => {
    for (let now = message; isPending(now) && !signal.aborted;) {
      await new Promise((resume) => { setTimeout(resume, 500); });
      now = await read(true).catch(() => now);
      if (!signal.aborted) show(now);
      if (!isPending(now)) list.refresh();
    }
    heard.addEventListener('overview', async () => { const now = await read(true).catch(() => null); if (now) show(now); }, { signal });
  };
}

/** What devices reported, where receipts are on. */
async function receiptsOf({ app, signal }, message) {
  if (!message.sentCount) return null;
  const path = appPath(app, 'stats', 'total') + queryText({ eventCategory: 'MESSAGE', messageId: message.messageIdString, from: message.createdDateTime });
  const { total } = await get(path, { signal, isQuiet: true });
  return { RECEIVED: total.RECEIVED ?? 0, OPENED: total.OPENED ?? 0 };
}

const states = {
  READY: 'Accepted, and not yet begun.', PROCESSING: 'Being sent right now.', CANCEL_NO_TARGET: 'Nobody was left to send it to: the reasons below say why.',
  CANCEL_INVALID_CERTIFICATE: 'The certificates of all push types it goes to are missing, invalid or expired.',
  CANCEL_UNAUTHORIZED: 'The providers refuse the certificates of all push types it goes to.', CANCEL_INVALID_MESSAGE: 'Nothing in it can be shown by any push type it goes to.',
};

function resultCard(message, receipts, choose) {
  const { messageStatus: state, outcomes: counts, reasons } = message;
  const isNobody = state === 'CANCEL_NO_TARGET' && !Object.keys(reasons).length;
  return card(t('Result'),
    states[state] && h('p', { role: 'status' }, t(isNobody ? 'The target names no registered token.' : states[state])),
    h('p', {}, t('Targets'), ': ', h('strong', {}, number(message.targetCount)), ' · ', t('Sent'), ': ', h('strong', {}, number(message.sentCount)),
      receipts && [' · ', t('Received'), ': ', h('strong', {}, number(receipts.RECEIVED)), ' · ', t('Opened'), ': ', h('strong', {}, number(receipts.OPENED))],
      message.isNight && [' ', badge(t('night'), 'info')]),
    outcomeBar(counts, (outcome) => choose({ outcome, reason: '' })),
    Object.keys(reasons).length ? [h('h3', {}, t('Reasons')), reasonList(reasons, { choose: (reason) => choose({ outcome: '', reason }) })] : null);
}

function deliveryList(page, id, root) {
  const { app, signal, href, remember } = page;
  const filter = Object.fromEntries(['outcome', 'reason', 'uid', 'token'].map((name) => [name, page.query.get(name) ?? '']));
  const place = h('div');
  let refresh = () => {};
  let known = [filter.reason].filter(Boolean);
  const set = (values) => {
    Object.assign(filter, values);
    remember(filter);
    for (const [name, input] of Object.entries(inputs)) if (input.value !== filter[name]) input.value = filter[name];
    refresh();
  };
  const change = (name) => (event) => set({ [name]: event.target.value.trim() });
  const typed = (name) => h('input', { type: 'search', value: filter[name], autocomplete: 'off', spellcheck: 'false', oninput: debounced(change(name)) });
  const reasonOptions = () => [['', t('Any')], ...known.map((reason) => [reason, reasonText(reason)])];
  const inputs = {
    outcome: select([['', t('Any')], ...outcomes.map((outcome) => [outcome, outcomeText(outcome)])], filter.outcome, { onchange: change('outcome') }),
    reason: select(reasonOptions(), filter.reason, { onchange: change('reason') }), uid: typed('uid'), token: typed('token'),
  };
  return {
    choose: (values) => { set(values); root.scrollIntoView({ block: 'start' }); },
    /** Reasons that the message has. */
    know(message) {
      known = [...new Set([...Object.keys(message.reasons), filter.reason])].filter(Boolean);
      put(inputs.reason, reasonOptions().map(([value, label]) => h('option', { value, selected: value === filter.reason }, label)));
    },
    refresh: () => refresh(),
    start() {
      put(root, card(t('Result per token'), h('div', { class: 'bar' }, field(t('Outcome'), inputs.outcome), field(t('Reason'), inputs.reason),
        field('UID', inputs.uid), field(t('Token'), inputs.token)), place));
      refresh = paged(place, async (after) => {
        const found = await get(appPath(app, 'messages', id, 'deliveries') + queryText({ ...filter, after, limit: 30 }), { signal });
        const lead = (delivery) => [h('a', { href: href('tokens', [delivery.token], { pushType: delivery.pushType }) }, delivery.uid), ' ', h('code', { class: 'soft' }, short(delivery.token, 20))];
        const isFiltered = Object.values(filter).some(Boolean);
        return {
          next: found.next,
          content: found.deliveries.length ? deliveryRows(found.deliveries, lead) : h('p', { class: 'empty' }, isFiltered ? t('Nothing matches.')
            : isPending(found) ? t('Nothing is decided yet.') : t('The target names no registered token.')),
        };
      });
    },
  };
}

async function aboutCard(page, message) {
  const { app, href, go, signal } = page;
  const names = message.target.type === 'TAG' ? new Map((await allTags(app, signal).catch(() => [])).map((tag) => [tag.tagId, tag.tagName])) : undefined;
  return card(t('Message'), facts([
    [t('Message ID'), [h('code', {}, message.messageIdString), ' ', copyButton(message.messageIdString)]],
    [t('Kind'), message.messageType], [t('Target'), targetText(message.target, names)],
    message.contact && [t('Contact'), message.contact], message.removeGuide && [t('Remove guide'), message.removeGuide],
    [t('Time to live'), t('{count} minutes', { count: message.timeToLiveMinute })], message.statsId && [t('Statistics ID'), message.statsId],
    [t('Made'), originText(message)],
    message.reservationId && [t('Reservation'), h('a', { href: href('reservations', [message.reservationId]) }, message.reservationId)],
    [t('Created'), moment(message.createdDateTime)], [t('Completed'), moment(message.completedDateTime)],
  ]), h('details', { class: 'below' }, h('summary', {}, t('Body')), json(bodyOf(message))),
  h('div', { class: 'actions' }, button(t('Send again'), () => go('compose', [], { from: message.messageIdString }), { class: 'primary' }),
    copyButton(JSON.stringify(bodyOf(message), null, 2), t('Copy the body'))));
}
