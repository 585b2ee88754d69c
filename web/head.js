// Runs before the first paint, so that neither a wrong theme nor something meant for others flashes up. Its hash
// stands in the page's policy. The choice of theme is that of src/layout/theme.ts; a test holds them together.
{
  const root = document.documentElement;
  if (location.hash.startsWith('#invite=')) root.dataset.invited = '';
  let saved = null;
  try {
    saved = localStorage.getItem('darkMode');
    if (localStorage.getItem('token')) root.dataset.token = '';
    if (localStorage.getItem('localSubjects')) root.dataset.subjects = '';
    const overview = localStorage.getItem('overview');
    if (overview) root.dataset.overview = overview;
  } catch {}
  const dark = saved === 'true' || (saved !== 'false' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);
}
