export { shownName } from '../../../../domain/shown-name.ts';
