// The app's statistics as charts, with the very numbers that GET /stats answers.
import { appPath, get, query } from './api.js';
import { h, put } from './dom.js';
import { lineChart, shareTable } from './chart.js';
import { button, card, facts, field, loaded, select, table, tile, withoutApp } from './parts.js';
import { iso } from './travel.js';
import { number, percent, t } from './text.js';
import { pushTypes } from './words.js';

const ranges = { hour: [3600_000, 'the last hour'], day: [86400_000, 'the last 24 hours'], week: [7 * 86400_000, 'the last 7 days'], month: [30 * 86400_000, 'the last 30 days'] };
const units = [['', 'by the range'], ['MINUTES', 'minutes'], ['HOURS', 'hours'], ['DAYS', 'days'], ['BY_DAY', 'days of the week']];
const events = ['SENT', 'SENT_FAILED', 'RECEIVED', 'OPENED'];

export default async function statistics(page) {
  if (!page.app) return put(page.root, withoutApp());
  const values = Object.fromEntries(['range', 'from', 'to', 'unit', 'pushType', 'messageId', 'statsIds'].map((name) => [name, page.query.get(name) ?? '']));
  values.range ||= 'week';
  const place = h('div');
  const ask = (name, parameters) => get(appPath(page.app, ...name.split('/')) + query(parameters), { signal: page.signal });
  const reload = loaded(place, async () => show(ask, values, await span(values, page.signal)));
  put(page.root, controls(page, values, reload), place);
}

/** From and to, by the server's clock. */
async function span({ range, from, to }, signal) {
  if (ranges[range]) {
    const now = Date.parse((await get('/_mock/clock', { isQuiet: true, signal })).now);
    return { from: iso(now - ranges[range][0]), to: iso(now) };
  }
  const zoned = (text) => (text ? `${text.length === 16 ? `${text}:00` : text}+09:00` : '');
  return { from: zoned(from), to: zoned(to) };
}

function controls({ remember }, values, reload) {
  let timer;
  const own = [];
  const control = (name, element) => {
    element.addEventListener(element.type === 'search' ? 'input' : 'change', () => {
      values[name] = element.value.trim();
      for (const each of own) each.hidden = values.range !== 'own';
      remember({ ...values, ...(values.range === 'own' ? {} : { from: '', to: '' }) });
      clearTimeout(timer);
      timer = setTimeout(reload, element.type === 'search' ? 300 : 0);
    });
    return element;
  };
  const text = (name) => control(name, h('input', { type: 'search', value: values[name], autocomplete: 'off', size: '8' }));
  const moment = (name) => control(name, h('input', { type: 'datetime-local', value: values[name] }));
  own.push(field(t('From'), moment('from')), field(t('To'), moment('to')));
  for (const each of own) each.hidden = values.range !== 'own';
  return h('form', { class: 'bar filters', onsubmit: (event) => event.preventDefault() },
    field(t('Range'), control('range', select([...Object.entries(ranges).map(([key, [, label]]) => [key, t(label)]), ['own', t('of one’s own')]], values.range))), own,
    field(t('Unit'), control('unit', select(units.map(([key, label]) => [key, t(label)]), values.unit))),
    field(t('Push type'), control('pushType', select([['', t('all')], ...pushTypes], values.pushType))),
    field(t('Message'), text('messageId')), field('statsId', text('statsIds')),
    h('div', { class: 'field' }, button(t('Refresh'), reload)));
}

async function show(ask, values, range) {
  const unit = values.unit === 'BY_DAY' ? { statisticsType: 'BY_DAY' } : { timeUnit: values.unit };
  const messages = { extra1s: values.pushType, messageId: values.messageId, statsIds: values.statsIds };
  const total = (eventCategory, more) => ask('stats/total', { eventCategory, ...range, ...more });
  const series = (eventCategory, more) => ask('stats', { eventCategory, ...range, ...unit, ...more });
  const to = Date.parse(range.to) || Date.parse((await get('/_mock/clock', { isQuiet: true })).now);
  const [byTime, sums, split, registrations, agreements, countries, languages, zones] = await Promise.all([
    series('MESSAGE', messages), total('MESSAGE', messages), total('MESSAGE', { ...messages, statsCriteria: 'EVENT,EXTRA_1,EXTRA_2' }),
    series('TOKEN_REGISTRATION'), total('TOKEN_AGREEMENT'), total('TOKEN_COUNTRY'), total('TOKEN_LANGUAGE'),
    // The only one that knows time zones; of the minute in which the range ends.
    ask('statistics/token-properties', { from: iso(to - 60_000), to: iso(to), tokenProperties: 'timezoneId' }),
  ]);
  return [
    messageCard(byTime.stats, sums.total, split.total),
    card(t('Registrations'), chartWithTable(t('Registrations'), registrations.stats, ['REGISTERED', 'DELETED'])),
    h('div', { class: 'columns' },
      shares(t('Consent'), t('Consent'), Object.entries(agreements.total).map(([name, count]) => [consent[name] ? `${name} – ${t(consent[name])}` : name, count])),
      shares(t('Tokens by country'), t('Country'), byCount(countries.total)), shares(t('Tokens by language'), t('Language'), byCount(languages.total)),
      shares(t('Tokens by time zone'), t('Time zone'), byCount(zones.tokenPropertiesStatistics.at(-1)?.timezoneIds ?? {}))),
  ];
}

const consent = { ON: 'Everything, ads at night too', NIGHT_AD_OFF: 'Ads by day only', AD_OFF: 'No ads', OFF: 'No notifications' };
const byCount = (counts) => Object.entries(counts).sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
const shares = (title, column, rows) => card(t('{title} at the end of the range', { title }), shareTable(title, rows, column));

function messageCard(stats, sums, split) {
  const processed = sums.SENT + sums.SENT_FAILED;
  const share = { SENT_FAILED: [sums.SENT_FAILED, processed], RECEIVED: [sums.RECEIVED, sums.SENT], OPENED: [sums.OPENED, sums.SENT] };
  const types = [...new Set(events.flatMap((event) => Object.keys(split[event] ?? {})))].sort();
  const count = (event, type) => Object.values(split[event]?.[type] ?? {}).reduce((total, each) => total + each, 0);
  const causes = {};
  for (const reasons of Object.values(split.SENT_FAILED ?? {})) for (const [cause, found] of Object.entries(reasons)) causes[cause] = (causes[cause] ?? 0) + found;
  return card(t('Messages'),
    h('div', { class: 'tiles' }, events.map((event) => tile(share[event]?.[1] ? `${event} · ${percent(...share[event])}` : event, number(sums[event])))),
    chartWithTable(t('Messages'), stats, events),
    types.length > 0 && [h('h3', {}, t('By push type')), numbers(t('By push type'), [t('Push type'), ...events], types.map((type) => [type || '–', ...events.map((event) => count(event, type))]))],
    Object.keys(causes).length > 0 && [h('h3', {}, t('Causes of failures')), facts(byCount(causes).map(([cause, found]) => [cause || '–', number(found)]))]);
}

function chartWithTable(title, stats, names) {
  const isWeek = stats.length > 0 && !stats[0].eventDateTime.includes('T');
  const isDaily = stats.length > 1 && Date.parse(stats[1].eventDateTime) - Date.parse(stats[0].eventDateTime) >= 86400_000;
  const label = ({ eventDateTime: at }, index) => {
    if (isWeek) return { short: at.slice(0, 3), long: at };
    const [day, time] = [at.slice(5, 10), at.slice(11, 16)];
    return { short: isDaily ? day : time === '00:00' || !index ? `${day} ${time}` : time, long: at.slice(0, 16).replace('T', ' ') };
  };
  const labels = stats.map(label);
  const isEmpty = stats.every(({ events: found }) => names.every((name) => !found[name]));
  return [
    isEmpty && h('p', { class: 'empty' }, t('Nothing was counted in this range.')),
    lineChart({ title, labels, series: names.map((name) => ({ name, values: stats.map(({ events: found }) => found[name] ?? 0) })) }),
    h('details', { class: 'more' }, h('summary', {}, `${t('Numbers')} (${number(stats.length)})`),
      h('div', { class: 'limited' }, numbers(title, [t('From'), ...names], stats.map(({ events: found }, index) => [labels[index].long, ...names.map((name) => found[name] ?? 0)])))),
  ];
}

/** A table of counts. */
function numbers(caption, columns, rows) {
  const result = table(columns, rows.map(([name, ...counts]) => [h('span', { class: 'id' }, name), ...counts.map(number)]), { caption });
  result.classList.add('numbers');
  return result;
}
