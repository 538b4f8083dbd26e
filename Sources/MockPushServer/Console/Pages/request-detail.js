// One request of the journal with its answer.
import { curl } from './api.js';
import { h } from './dom.js';
import { badge, copyButton, facts, json } from './parts.js';
import { moment, number, t } from './text.js';

export function requestDetail(request, { href }) {
  return h('div', { class: 'inside' },
    h('div', { class: 'bar' }, h('code', { class: 'path' }, `${request.method} ${request.path}${request.query && `?${request.query}`}`), h('span', { class: 'space' }),
      copyButton(() => asCurl(request), t('Copy as curl')), h('a', { href: href('requests', [request.number]) }, `#${request.number}`)),
    request.hint && h('p', { class: 'remark' }, h('strong', {}, 'X-Mock-Hint: '), request.hint),
    request.fault && h('p', { class: 'remark' }, t('A fault rule applied:'), ' ', h('a', { href: href('faults') }, request.fault), request.connection && ` (${request.connection})`),
    h('div', { class: 'columns' },
      h('div', {}, h('h3', {}, t('Request')),
        facts([
          [t('Moment'), moment(request.at)], [t('By the machine’s clock'), moment(request.received)],
          [t('Host'), `${request.scheme}://${request.host ?? '–'}`], [t('Zone'), request.zone], request.via && [t('Came by'), request.via],
        ]),
        h('details', { class: 'more' }, h('summary', {}, t('Headers')), facts(Object.entries(request.headers).map(([name, value]) => [name, h('code', {}, value)]))),
        body(request, 'request')),
      h('div', {}, h('h3', {}, t('Answer')),
        facts([
          [t('Status'), request.status], request.resultCode !== undefined && ['resultCode', badge(request.resultCode, request.resultCode ? 'bad' : 'good')],
          [t('Took'), `${number(request.microseconds / 1000)} ms`], request.template && [t('Route'), h('code', {}, request.template)],
        ]),
        body(request, 'response'))));
}

function body(request, side) {
  const [text, base64, size] = [request[`${side}Body`], request[`${side}BodyBase64`], request[`${side}Size`]];
  if (size === undefined) return h('p', { class: 'empty' }, t('The answer is a stream.'));
  if (!size) return h('p', { class: 'soft' }, t('No body.'));
  const shown = text ?? base64;
  const kept = base64 ? Math.floor((base64.length * 3) / 4) : new TextEncoder().encode(text).length;
  return [
    h('div', { class: 'actions' }, h('span', { class: 'soft' }, `${number(size)} B`, base64 && ' · base64', kept < size - 3 && ` · ${t('the first {count} are kept', { count: number(kept) })}`),
      h('span', { class: 'space' }), copyButton(shown)),
    json(shown),
  ];
}

const left = ['host', 'content-length', 'connection', 'transfer-encoding', 'expect'];

/** To be sent to this server again; masked credentials stay masked. */
function asCurl({ method, path, query, headers, requestBody, requestSize }) {
  const kept = Object.entries(headers).filter(([name]) => !left.includes(name.toLowerCase()));
  // Curl names a type of its own where there is none.
  if (requestSize && !kept.some(([name]) => name.toLowerCase() === 'content-type')) kept.push(['Content-Type', '']);
  return curl({ method, path: path + (query && `?${query}`), headers: Object.fromEntries(kept), body: requestSize ? requestBody ?? '' : undefined });
}
