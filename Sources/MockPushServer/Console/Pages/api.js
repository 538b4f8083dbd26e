// Calls of the control API. Each is kept as the curl command that does the same.
import { t } from './text.js';

const tokenKey = 'mock-push-admin-token';

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Tells `call` (detail: { method, path, body, status }) after each call, and `unauthorized` when the server wants its admin token. */
export const calls = new EventTarget();

export const adminToken = {
  get value() { return sessionStorage.getItem(tokenKey) ?? ''; },
  set value(text) { sessionStorage.setItem(tokenKey, text); },
};

export function authorization() {
  return adminToken.value ? { Authorization: `Bearer ${adminToken.value}` } : {};
}

/** A path of the control API for an app: `appPath('KEY', 'tokens', token)`. */
export function appPath(app, ...segments) {
  return ['/_mock/apps', app, ...segments].map((segment, index) => (index ? encodeURIComponent(segment) : segment)).join('/');
}

/** `?a=1&b=2` of what is set; empty texts, null and undefined are left out. */
export function query(values) {
  const items = Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return items.length ? '?' + new URLSearchParams(items) : '';
}

/** The answer's JSON; text when it is none. A body is sent as JSON, a file as it is. Throws ApiError with the server's sentence. */
export async function call(method, path, body, options = {}) {
  const request = { method, headers: authorization(), signal: options.signal, cache: 'no-store' };
  if (body !== undefined) {
    request.headers['Content-Type'] = 'application/json';
    request.body = body instanceof Blob ? body : JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, t('The server does not answer.'));
  }
  const text = await response.text();
  if (!options.isQuiet) calls.dispatchEvent(new CustomEvent('call', { detail: { method, path, body, status: response.status } }));
  let answer = text;
  try { answer = JSON.parse(text); } catch { /* Not everything is JSON. */ }
  if (response.ok) return answer;
  if (response.status === 401) calls.dispatchEvent(new CustomEvent('unauthorized'));
  const error = new ApiError(response.status, answer?.error ?? `HTTP ${response.status}`);
  error.answer = answer;
  throw error;
}

export const get = (path, options) => call('GET', path, undefined, options);

/** The call as a command for a shell. The admin token stands as the variable that our own commands read. */
export function curl({ method, path, body, headers, origin = location.origin }) {
  const quote = (text) => `'${String(text).replaceAll("'", `'\\''`)}'`;
  const words = ['curl -s'];
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET') words.push(`-X ${method}`);
  words.push(quote(origin + path));
  if (adminToken.value && path.startsWith('/_mock')) words.push('-H "Authorization: Bearer $MOCK_PUSH_ADMIN_TOKEN"');
  for (const [name, value] of Object.entries(headers ?? {})) words.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) {
    if (!headers) words.push("-H 'Content-Type: application/json'");
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    // A text with @ in front would be taken for a file's name.
    words.push(`${text.startsWith('@') ? '--data-raw' : '-d'} ${quote(text)}`);
  }
  return words.join(' ');
}
