import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { openYears } from '../../domain/last-year.ts';
import { App } from './App.tsx';
import { scriptAddress } from './device/script-address.ts';
import { applyTheme } from './layout/theme.ts';
import { followHistory } from './navigation/arrival.ts';
import { documentOf, placeAt } from './routes.tsx';
import { startSession } from './session/session.ts';
import { followOtherTabs } from './storage.ts';

const { lastYear } = document.documentElement.dataset;
if (lastYear) openYears(Number(lastYear));
followOtherTabs();
followHistory();
startSession();
applyTheme();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
const place = placeAt(window.location.pathname);
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

/** The page's chunk first: it must be there to be hydrated. Should it not come, drawing shows that it did not. */
function fetchPage(): Promise<unknown> {
  return 'page' in place.route ? place.route.page.preload() : Promise.resolve();
}

// Only the document that was rendered for this place can come alive as it is. Any other (a server that chose
// differently, the development server, which renders none) is drawn from nothing.
const isOurs = root.dataset['document'] === documentOf(place);
const draw = () => createRoot(root).render(app);

// Not awaited at the top of this module: the page's chunk imports from this one and would wait for it in turn.
void fetchPage().then(() => (isOurs ? void hydrateRoot(root, app) : draw()), draw);

// After everything that is seen: it fetches the whole app, for the day without a connection.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  window.addEventListener('load', () => {
    setTimeout(
      () => void navigator.serviceWorker.register(scriptAddress('/service-worker.js')).catch(() => undefined),
      3000,
    );
  });
