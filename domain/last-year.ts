/** Of an installation that says nothing else. */
export const USUAL_LAST_YEAR = 2024;

let last = USUAL_LAST_YEAR;

export const lastYear = (): number => last;

/**
 * The last year that has papers is a setting of the installation (LAST_YEAR). Called once, when the server or a page
 * starts. Apart from the years themselves, because every page calls it and few have years.
 */
export function openYears(until: number): void {
  last = until;
}
