// The one clock: what it shows, and every way to move it.
import { appPath, call, get } from './api.js';
import { h, put } from './dom.js';
import { heard, refresh, serverNow } from './header.js';
import { attempt, badge, button, card, check, confirmed, field, notice } from './parts.js';
import { advance, firedList, iso, nextTime } from './travel.js';
import { moment, t } from './text.js';

export default async function clock(page) {
  const shown = h('div', { class: 'bigclock' });
  const borders = h('div', { class: 'actions' });
  const news = h('div', { 'aria-live': 'polite' });
  const freezes = h('input', { type: 'checkbox', checked: true });
  let known = null;

  const travel = async (body) => {
    const answer = await advance(body, freezes.checked);
    put(news, card(t('The clock shows {moment}', { moment: moment(answer.now) }), firedList(answer, page)));
    news.scrollIntoView({ block: 'nearest' });
  };

  put(page.root,
    card(null, shown),
    card(t('Go forward'),
      h('p', {}, t('Everything that falls due on the way happens at its own moment: reservations, ad opt-in guides, receipts of simulated devices.')),
      h('h3', {}, t('By')), h('div', { class: 'actions' }, steps.map(([by, label]) => button(t(label), () => travel({ by }))), durationForm(travel)),
      h('h3', {}, t('To the next')), borders,
      h('div', { class: 'actions' }, h('label', { class: 'check' }, freezes, t('Freeze on arrival')))),
    news,
    h('div', { class: 'columns' }, momentCard(page, travel, news), otherCard(() => known)));

  const ticking = setInterval(() => showNow(shown, known), 100);
  page.signal.addEventListener('abort', () => clearInterval(ticking));
  const toBorders = () => put(borders, nightBorders(travel), nextReservation(page, travel));
  heard.addEventListener('overview', () => {
    const { clock: now } = heard.latest;
    const isNew = !known || known.now.slice(0, 16) !== now.now.slice(0, 16) || known.mode !== now.mode;
    known = now;
    if (isNew) toBorders();
    showNow(shown, known);
  }, { signal: page.signal });
  await refresh();
}

const steps = [['PT1M', '1 minute'], ['PT10M', '10 minutes'], ['PT1H', '1 hour'], ['P1D', '1 day'], ['P7D', '1 week'], ['P1M', '1 month']];

const setMode = async (mode) => {
  await call('PUT', '/_mock/clock', { mode });
  await refresh();
};

function showNow(place, known) {
  const now = serverNow();
  if (!known || now === null) return;
  const text = iso(now);
  if (place.dataset.mode !== known.mode) {
    place.dataset.mode = known.mode;
    const isFrozen = known.mode === 'frozen';
    put(place, h('time', {}), h('div', { class: 'actions' }, badge(t(isFrozen ? 'frozen' : 'running'), isFrozen ? 'info' : 'good'),
      isFrozen ? button(t('Let it run'), () => setMode('running'), { class: 'primary' }) : button(t('Freeze'), () => setMode('frozen'), { class: 'primary' }),
      h('span', { class: 'soft' })));
  }
  const time = place.querySelector('time');
  const shownText = `${moment(text)}${known.mode === 'frozen' ? text.slice(19, 23) : ''}`;
  if (time.textContent !== shownText) time.textContent = shownText;
  const note = [weekday(text), '+09:00 Asia/Seoul', isNight(text) ? t('night: ads reach those alone who agreed to night ads') : t('day'), away(known.aheadMilliseconds)].join(' · ');
  const soft = place.querySelector('.soft');
  if (soft.textContent !== note) soft.textContent = note;
}

const weekday = (text) => new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${text.slice(0, 10)}T00:00:00Z`));

const isNight = (text) => Number(text.slice(11, 13)) >= 21 || Number(text.slice(11, 13)) < 8;

function away(milliseconds) {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  if (minutes < 1) return t('system time');
  const parts = [[Math.floor(minutes / 1440), 'd'], [Math.floor(minutes / 60) % 24, 'h'], [minutes % 60, 'min']].filter(([count]) => count).slice(0, 2);
  const span = parts.map(([count, unit]) => `${count} ${t(unit)}`).join(' ');
  return t(milliseconds > 0 ? '{span} ahead of system time' : '{span} behind system time', { span });
}

function durationForm(travel) {
  const input = h('input', { placeholder: 'P1DT2H', size: '10', autocomplete: 'off', 'aria-label': t('ISO 8601 duration, such as PT90S, P1DT2H or P1Y'), required: true });
  const go = h('button', {}, t('Go'));
  return h('form', { class: 'inline', onsubmit: (event) => { event.preventDefault(); attempt(() => travel({ by: input.value.trim().toUpperCase() }), go); } }, input, go);
}

function nightBorders(travel) {
  const now = serverNow();
  return [[20, 59, '20:59 – the last minute for ads by day'], [21, 0, '21:00 – night begins'], [8, 0, '08:00 – night ends']].map(([hours, minutes, label]) => {
    const to = iso(nextTime(hours, minutes, now));
    return button(t(label), () => travel({ to }), { title: moment(to) });
  });
}

/** The app's next reservation, once it is known. */
function nextReservation(page, travel) {
  const place = h('span');
  if (page.app) {
    get(appPath(page.app, 'summary'), { isQuiet: true, signal: page.signal }).then(({ nextDeliveryDateTime: to }) => {
      if (to) put(place, button(t('Reservation of {moment}', { moment: moment(to) }), () => travel({ to })));
    }, () => { /* The page does without. */ });
  }
  return place;
}

/** Sets the clock as it is asked to; going back behind what is stored is offered together with the reset that it needs. */
async function set(body) {
  try {
    await call('PUT', '/_mock/clock', body);
  } catch (error) {
    if (error.status !== 409) throw error;
    confirmed(error.message, t('Delete all data and set the clock'), async () => {
      await call('PUT', '/_mock/clock', { ...body, reset: true });
      await refresh();
      notice(t('All data is deleted, and the clock is set.'));
    });
    return;
  }
  await refresh();
  notice(t('The clock is set.'));
}

function momentCard(page, travel, news) {
  const input = h('input', { type: 'datetime-local', step: '1', required: true });
  const own = check(t('What falls due on the way happens at its own moment'), true);
  const mode = h('input', { type: 'checkbox', checked: true });
  const go = h('button', { class: 'primary' }, t('Set'));
  heard.addEventListener('overview', () => { input.value ||= heard.latest.clock.now.slice(0, 19); }, { signal: page.signal, once: true });
  const submit = async () => {
    const to = `${input.value.length === 16 ? `${input.value}:00` : input.value}+09:00`;
    put(news);
    if (Date.parse(to) >= serverNow() && own.firstChild.checked) {
      await travel({ to });
      if (!mode.checked) await setMode('running');
    } else {
      await set({ now: to, mode: mode.checked ? 'frozen' : 'running' });
    }
  };
  return card(t('Set a moment'), h('form', { onsubmit: (event) => { event.preventDefault(); attempt(submit, go); } },
    field(t('Moment in Asia/Seoul (+09:00)'), input, t('A moment before the newest stored data needs a reset; that is asked first.')),
    h('div', {}, own), h('div', {}, h('label', { class: 'check' }, mode, t('Frozen there'))), h('div', { class: 'actions' }, go)));
}

function otherCard(known) {
  return card(t('More'),
    h('p', {}, t('Settle fires what is due now, and answers when no message is pending.')),
    h('div', { class: 'actions' }, button(t('Settle'), async () => {
      await call('POST', '/_mock/settle');
      notice(t('Nothing is due, and no message is pending.'));
    })),
    h('h3', {}, t('Back to system time')),
    h('p', {}, t('The clock then runs with the machine. When it is ahead and data was stored there, that data has to go.')),
    h('div', { class: 'actions' }, button(t('Back to system time'), async () => {
      await refresh();
      const { now, aheadMilliseconds } = known();
      await set({ now: iso(Date.parse(now) - aheadMilliseconds), mode: 'running' });
    })));
}
