import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { parseScore, SCORE_MAX, scoreOfMarks } from '../../../../domain/scores.ts';
import { readStored, writeStored } from '../../storage.ts';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import type { TickValue } from './state/tick.ts';

export interface ScoreFieldHandle {
  focus: () => void;
  /** What was entered; undefined for marks that cannot be, which the field then says. */
  read: () => Pick<TickValue, 'score' | 'marks'> | undefined;
}

type Unit = 'percent' | 'marks';

type ScoreFieldProps = {
  ref: Ref<ScoreFieldHandle>;
  score: number | null;
  marks: string | undefined;
  /** Undefined where it is not known: then there are only per cent. */
  mostMarks: number | undefined;
};

/** The score in per cent or, where it is known how many marks there are, in marks. */
export function ScoreField({ ref, score, marks, mostMarks }: ScoreFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [unit, setUnit] = useState<Unit>(() => firstUnit({ score, marks, mostMarks }));
  // Only for the words beside marks: per cent say what they are.
  const [entered, setEntered] = useState(() => marks?.split('/')[0] ?? '');
  const [problem, setProblem] = useState<string>();
  /** What stood in the field before its unit was changed, and what was made of it. */
  const converted = useRef({ from: '', to: '' });
  const most = unit === 'marks' && mostMarks !== undefined ? mostMarks : undefined;

  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    read() {
      const { value = '', validity } = input.current ?? {};
      // A number field answers nothing for what is not a number.
      const text = validity?.badInput ? 'not a number' : value;
      if (most === undefined || text === '') {
        const percent = parseScore(text);
        // Unchanged: the marks that it was entered as stay with it, whatever is known of the paper by now.
        return percent === score && marks !== undefined ? { score, marks } : { score: percent };
      }
      const got = `${Number(text)}/${most}`;
      const share = scoreOfMarks(got);
      if (share !== undefined) return { score: share, marks: got };
      setProblem(`Enter a whole number from 0 to ${most}.`);
      input.current?.focus();
      return undefined;
    },
  }));

  /** What stands in the field goes along, as near as it can. */
  function choose(next: Unit) {
    if (next === unit || !input.current || mostMarks === undefined) return;
    const { value: before, valueAsNumber: value } = input.current;
    const factor = next === 'marks' ? mostMarks / SCORE_MAX : SCORE_MAX / mostMarks;
    const near = Number.isNaN(value) ? '' : String(Math.round(value * factor));
    // Looked at and left as it is, it is what it was.
    const text = before === converted.current.to ? converted.current.from : near;
    converted.current = { from: before, to: text };
    input.current.value = text;
    setEntered(text);
    setProblem(undefined);
    setUnit(next);
    writeStored('scoreUnit', next);
    input.current.focus();
  }

  return (
    <div className={cx('relative', mostMarks !== undefined && 'pointer-coarse:mt-8')}>
      {mostMarks !== undefined && (
        <div className="absolute -top-3 right-0 pointer-coarse:-top-5.5">
          <Segments
            label="Score in"
            value={unit}
            items={[
              { id: 'percent', label: '%' },
              { id: 'marks', label: `of ${mostMarks}` },
            ]}
            onChange={choose}
          />
        </div>
      )}
      <Field
        ref={input}
        label="Score"
        optional
        type="number"
        inputMode="numeric"
        min={0}
        max={most ?? SCORE_MAX}
        step={1}
        defaultValue={(unit === 'marks' ? entered : score) ?? ''}
        onChange={
          most === undefined
            ? undefined
            : (event) => {
                setEntered(event.currentTarget.value);
                setProblem(undefined);
              }
        }
        error={problem}
        hint={most === undefined ? 'Your percentage, 0 to 100.' : wordsOf(entered, most)}
        // On a phone the keyboard would cover Skip before anybody has read the question.
        data-autofocus={window.matchMedia('(pointer: fine)').matches || undefined}
      />
    </div>
  );
}

/** As it was entered; without a score as it was entered the last time. */
function firstUnit({ score, marks, mostMarks }: Omit<ScoreFieldProps, 'ref'>): Unit {
  if (mostMarks === undefined) return 'percent';
  if (score !== null) return marks?.endsWith(`/${mostMarks}`) ? 'marks' : 'percent';
  return readStored('scoreUnit') === 'marks' ? 'marks' : 'percent';
}

/** '47 of 90 is 52%'. */
function wordsOf(entered: string, most: number): ReactNode {
  const got = Number(entered);
  const share = entered === '' ? undefined : scoreOfMarks(`${got}/${most}`);
  return share === undefined ? `Your marks, 0 to ${most}.` : `${got} of ${most} is ${share}%.`;
}
