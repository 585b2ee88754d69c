import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';

/** Asking others by HTTP, and what their clocks say meanwhile. */

const PATIENCE_MS = 8000;

export interface Reply {
  status: number;
  text: string;
  /** How far its clock is before ours, in seconds; its head knows whole seconds only. Absent without a `Date`. */
  secondsAhead: number | undefined;
}

const TEXT_MAX = 2000;

/** How far a clock is ahead that said `text` between these two moments. */
const aheadOf = (text: string | undefined, from: number, to: number): number | undefined => {
  const said = text === undefined ? Number.NaN : Date.parse(text);
  if (Number.isNaN(said)) return undefined;
  // It cuts the fraction off: the true time is up to a second later.
  if (said + 1000 < from) return (said + 1000 - from) / 1000;
  return said > to ? (said - to) / 1000 : 0;
};

/** Not by `fetch`: that of Node 20 sometimes never settles when the connection is cut during the TLS handshake. */
export const ask = (address: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const from = Date.now();
    const request = new URL(address).protocol === 'https:' ? requestByHttps : requestByHttp;
    const fail = (error: Error) => {
      clearTimeout(patience);
      reject(error);
    };
    // Some firewalls refuse those who do not say who they are.
    const headers = { accept: '*/*', 'user-agent': 'tickmark-doctor' };
    const asked = request(address, { method, headers, agent: false }, (answer) => {
      const to = Date.now();
      let text = '';
      const reply = () => {
        clearTimeout(patience);
        resolve({
          status: answer.statusCode ?? 0,
          text: text.slice(0, TEXT_MAX),
          secondsAhead: aheadOf(answer.headers.date, from, to),
        });
        answer.destroy();
      };
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
        if (text.length >= TEXT_MAX) reply();
      });
      answer.on('end', reply);
      answer.on('error', fail);
      // Some object stores send a body after this head, against the rules.
      if (method === 'HEAD') reply();
    });
    const patience = setTimeout(() => {
      asked.destroy(Object.assign(new Error('no answer in time'), { name: 'TimeoutError' }));
    }, PATIENCE_MS);
    asked.on('error', fail);
    asked.end();
  });
