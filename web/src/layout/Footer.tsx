/** Stands below every page. The landing page, which is not part of the app, says the same. */
export function Footer() {
  return (
    <footer className="mx-auto w-full max-w-page px-4 py-6 text-small text-ink-soft">
      <p className="max-w-text text-pretty">
        Tickmark is independent of the International Baccalaureate Organization and hosts no exam material.
      </p>
    </footer>
  );
}
