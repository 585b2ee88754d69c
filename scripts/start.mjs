// npm start: makes what is missing, then becomes the server. The same process, so signals reach the server directly.
import './node-version.mjs';
import { prepareOrExit } from './setup.mjs';

await prepareOrExit();
stopWithNpm();
await import('../dist/server/main.js');

/**
 * npm passes a signal on to the shell between us, which dies of it without a word. So when npm started us, the end of
 * that shell is the signal.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
