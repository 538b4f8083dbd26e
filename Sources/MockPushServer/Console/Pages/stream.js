// Server-sent events by fetch: EventSource cannot send the admin token.
import { authorization } from './api.js';

/**
 * Calls `onEvent(data, type, id)` for each event until `signal` aborts; connects again by itself and goes on where it was.
 * `onState(isConnected)` tells of every change, `onPosition(id)` how far it has come, also where nothing was told.
 */
export async function stream(path, { signal, onEvent, onState = () => {}, onPosition = () => {} }) {
  let lastId = '';
  let pause = 500;
  while (!signal.aborted) {
    try {
      const headers = { Accept: 'text/event-stream', ...authorization(), ...(lastId ? { 'Last-Event-ID': lastId } : {}) };
      const response = await fetch(path, { headers, signal, cache: 'no-store' });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      onState(true);
      pause = 500;
      await read(response.body, (event) => {
        if (event.id !== undefined) onPosition(lastId = event.id);
        if (event.data !== '') onEvent(JSON.parse(event.data), event.type, lastId);
      });
    } catch (error) {
      if (signal.aborted) return;
    }
    onState(false);
    await new Promise((resume) => {
      const timer = setTimeout(resume, pause);
      signal.addEventListener('abort', () => { clearTimeout(timer); resume(); }, { once: true });
    });
    pause = Math.min(pause * 2, 8000);
  }
}

async function read(body, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const event = { type: 'message', data: '', id: undefined };
      for (const line of block.split('\n')) {
        const colon = line.indexOf(':');
        if (colon <= 0) continue;
        const field = line.slice(0, colon);
        const text = line.slice(colon + 1).replace(/^ /, '');
        if (field === 'data') event.data += (event.data ? '\n' : '') + text;
        else if (field === 'event') event.type = text;
        else if (field === 'id') event.id = text;
      }
      onEvent(event);
    }
  }
}
