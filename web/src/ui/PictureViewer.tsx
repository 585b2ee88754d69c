import {
  ChevronLeft,
  ChevronRight,
  Ellipsis,
  ExternalLink,
  FileText,
  RotateCcw,
  Trash2,
  X,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button, ButtonLink } from './Button.tsx';
import { closeByBack } from './back-closes.ts';
import { cx } from './cx.ts';
import { focusHeading, useFocusAfter } from './focus.ts';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuItem, MenuLink } from './Menu.tsx';
import type { View } from './picture-view.ts';
import { Spinner } from './Spinner.tsx';
import { usePictureView } from './usePictureView.ts';
import './picture-viewer.css';

export type Picture = {
  id: string;
  name: string;
  /** Otherwise a PDF, which the browser shows itself. */
  isPicture: boolean;
  /** The whole file. */
  address: string;
  /** Large enough for a screen. */
  shown: string;
};

export type PictureViewerProps = {
  pictures: readonly Picture[];
  /** The one to begin with. */
  first: string;
  /** What a picture shows: 'Paper 2, May 2023, TZ1'. */
  captionOf: (picture: Picture) => string;
  /** Where they are the reader's own to remove. */
  onRemove?: (picture: Picture) => Promise<void>;
  onClose: () => void;
};

/**
 * Pictures on the whole screen, one after another by swipe and arrow keys. Escape and Back return to where one came from.
 */
export default function PictureViewer(props: PictureViewerProps) {
  const { pictures, first, captionOf, onRemove, onClose } = props;
  const id = useId();
  const dialog = useDialog(onClose);
  const stage = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      pictures.findIndex((one) => one.id === first),
    ),
  );
  // The last may have been removed.
  const at = Math.min(index, pictures.length - 1);
  const picture = pictures[at];
  const look = usePictureView(stage, go);
  const removal = useRemoval(onRemove);
  const isEmpty = picture === undefined;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isEmpty) close();
  }, [isEmpty]);

  function go(step: -1 | 1) {
    const next = at + step;
    if (next < 0 || next >= pictures.length) return;
    setIndex(next);
    look.reset();
    removal.keep();
  }
  function keyed(event: KeyboardEvent) {
    const isElsewhere = event.target instanceof Element && event.target.closest('[role=menu]') !== null;
    if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    if (act === 'before') go(-1);
    else if (act === 'next') go(1);
    else if (picture?.isPicture) look[act]();
  }
  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (removal.step === 'none') onClose();
    else removal.keep();
  }

  if (!picture) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what its keys do has buttons or gestures
    <dialog ref={dialog} className="viewer" aria-labelledby={id} onCancel={cancel} onKeyDown={keyed}>
      <div className="viewer-bar">
        <IconButton title="Close" icon={<X />} onClick={onClose} />
        <h2 id={id} tabIndex={-1} className="min-w-0 flex-1 truncate font-medium tracking-normal">
          {picture.name}
        </h2>
        <span className="shrink-0 text-ink-soft tabular-nums">
          {at + 1} of {pictures.length}
        </span>
        {picture.isPicture && <IconButton title="Rotate" icon={<RotateCcw />} onClick={look.turn} />}
        <Menu
          label="File"
          renderTrigger={(trigger) => <IconButton {...trigger} title="More" icon={<Ellipsis />} />}
        >
          <MenuLink
            href={picture.address}
            target="_blank"
            rel="noopener"
            icon={<ExternalLink aria-hidden="true" />}
          >
            Open in new tab
          </MenuLink>
          {onRemove && (
            <MenuItem icon={<Trash2 aria-hidden="true" />} onClick={removal.ask}>
              Remove
            </MenuItem>
          )}
        </Menu>
      </div>
      <div className="viewer-middle">
        <div ref={stage} className="viewer-stage" {...look.stageProps}>
          {picture.isPicture ? (
            <Shown key={picture.id} picture={picture} view={look.view} />
          ) : (
            <Document address={picture.address} />
          )}
        </div>
        <Step title="Previous" icon={<ChevronLeft />} side="start" isShown={at > 0} onPress={() => go(-1)} />
        <Step
          title="Next"
          icon={<ChevronRight />}
          side="end"
          isShown={at < pictures.length - 1}
          onPress={() => go(1)}
        />
      </div>
      <div className="viewer-bar viewer-foot">
        {removal.step === 'none' ? (
          <p className="truncate text-ink-soft">{captionOf(picture)}</p>
        ) : (
          <Question
            name={picture.name}
            step={removal.step}
            onKeep={removal.keep}
            onRemove={() => void removal.remove(picture).then((isGone) => isGone && look.reset())}
          />
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {at + 1} of {pictures.length}, {picture.name}
      </p>
    </dialog>
  );
}

const KEYS: Record<string, 'before' | 'next' | 'closer' | 'further' | 'turn' | undefined> = {
  ArrowLeft: 'before',
  ArrowRight: 'next',
  '+': 'closer',
  '=': 'closer',
  '-': 'further',
  r: 'turn',
  R: 'turn',
};

/** Opens above whatever is open; on closing, the focus goes back, or to the heading of what is left. */
function useDialog(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector('h2')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      else [...document.querySelectorAll<HTMLElement>('dialog[open] h2')].at(-1)?.focus();
    };
  }, []);
  const close = useEffectEvent(onClose);
  useEffect(() => closeByBack(() => close()), []);
  return ref;
}

type Step = 'none' | 'asking' | 'removing' | 'failed';

function useRemoval(onRemove: PictureViewerProps['onRemove']) {
  const [step, setStep] = useState<Step>('none');
  return {
    step,
    ask: () => setStep('asking'),
    keep: () => setStep('none'),
    remove: async (picture: Picture): Promise<boolean> => {
      setStep('removing');
      const isGone = await onRemove?.(picture).then(
        () => true,
        () => false,
      );
      setStep(isGone ? 'none' : 'failed');
      return isGone === true;
    },
  };
}

/** What is seen first is as large as the screen; who looks closer gets the whole file. */
function Shown({ picture, view: { zoom, x, y, turn } }: { picture: Picture; view: View }) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const [wantsWhole, setWantsWhole] = useState(false);
  if (zoom > 1 && !wantsWhole) setWantsWhole(true);
  if (state === 'failed') return <p className="text-ink-soft">It could not be loaded.</p>;
  return (
    <>
      {state === 'loading' && <Spinner className="viewer-layer text-ink-soft" />}
      <img
        src={wantsWhole ? picture.address : picture.shown}
        alt={picture.name}
        draggable={false}
        className={cx('viewer-layer viewer-picture', turn % 180 !== 0 && 'viewer-turned')}
        style={{ transform: `translate(${x}px, ${y}px) scale(${zoom}) rotate(${turn}deg)` }}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
      />
    </>
  );
}

function Document({ address }: { address: string }) {
  return (
    <div className="grid justify-items-center gap-4">
      <FileText className="size-12 text-ink-soft" aria-hidden="true" />
      <ButtonLink
        href={address}
        target="_blank"
        rel="noopener"
        onPointerDown={(event) => event.stopPropagation()}
      >
        View PDF
      </ButtonLink>
    </div>
  );
}

type StepProps = {
  title: string;
  icon: ReactNode;
  side: 'start' | 'end';
  isShown: boolean;
  onPress: () => void;
};

/** At the last picture it stays, without effect: the focus is on it. */
function Step({ title, icon, side, isShown, onPress }: StepProps) {
  return (
    <IconButton
      title={title}
      icon={icon}
      variant="secondary"
      className={`viewer-step viewer-step-${side}`}
      aria-disabled={!isShown}
      onClick={onPress}
    />
  );
}

type QuestionProps = { name: string; step: Step; onKeep: () => void; onRemove: () => void };

/** 'Keep' has the focus: a second press of a hasty hand removes nothing. */
function Question({ name, step, onKeep, onRemove }: QuestionProps) {
  const place = useRef<HTMLDivElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useFocusAfter(place, focusHeading);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div ref={place} className="viewer-question">
      <p role={step === 'failed' ? 'alert' : undefined} className="line-clamp-2 min-w-0 flex-1 text-small">
        {step === 'failed' ? 'It could not be removed. Please try again.' : `Remove ${name}?`}
      </p>
      <Button variant="danger" busy={step === 'removing'} onClick={onRemove}>
        Remove
      </Button>
      <Button ref={keep} disabled={step === 'removing'} onClick={onKeep}>
        Keep
      </Button>
    </div>
  );
}
