/** Without a sign of life for so long, the line counts as dead. */
const PATIENCE = 90_000;

/** Sends like `fetch`, and tells how much has been sent: from 0 to 1. */
export function sendCounting(onSent: (part: number) => void) {
  return (url: string, { method = 'POST', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const isAlive = () => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), PATIENCE);
      };

      request.open(method, url);
      for (const [name, value] of Object.entries(headers as Record<string, string>))
        request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        isAlive();
        onSent(loaded / total);
      });
      request.addEventListener('load', () => resolve(responseOf(request)));
      request.addEventListener('error', () => reject(new TypeError('No answer')));
      request.addEventListener('abort', () =>
        reject((signal?.reason as Error) ?? new TypeError('No sign of life')),
      );
      request.addEventListener('loadend', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      });
      const abort = () => request.abort();
      signal?.addEventListener('abort', abort);
      isAlive();
      request.send(body as FormData);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  const retryAfter = request.getResponseHeader('Retry-After');
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return new Response(request.status === 204 ? null : request.responseText, {
    status: request.status,
    headers,
  });
}
