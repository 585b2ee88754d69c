import { isoDay } from '../../../../../domain/days.ts';
import { downloadCsv } from '../../../format/csv.ts';
import { type Attempt, toRows } from './rows.ts';

/** Apart from the button, so that the settings fetch it only when it is pressed. */
export const saveRows = (attempts: readonly Attempt[]): void =>
  downloadCsv(`tickmark-papers-${isoDay(new Date())}.csv`, toRows(attempts));
