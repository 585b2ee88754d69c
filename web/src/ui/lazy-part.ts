import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { sayMissing } from './toasts.ts';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Undefined if it did not come. */
async function arrived<Props>(load: Load<Props>): Promise<ComponentType<Props> | undefined> {
  try {
    return (await load()).default;
  } catch {
    return undefined;
  }
}

type PartProps = {
  /** It did not come, which has been said. What asked for it is taken back, so that it can be asked for again. */
  onMissing: () => void;
  /** Stands there until it has come. */
  waiting?: ReactNode;
};

/**
 * A part of a page in a chunk of its own. Unlike with a plain `lazy`, the page stays as it is if the chunk does not come:
 * what is selected or typed there is not lost by a blink of the connection.
 */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props & PartProps> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart({ onMissing, waiting, ...props }: Props & PartProps) {
    const [Component, setComponent] = useState<ComponentType<Props> | undefined>(() => loaded);
    const missed = useEffectEvent(() => {
      sayMissing();
      onMissing();
    });
    useEffect(() => {
      let isGone = false;
      async function fetchPart(): Promise<void> {
        // Another of its kind may have brought it meanwhile.
        const part = loaded ?? (await arrived(load));
        if (isGone) return;
        if (part) {
          loaded = part;
          setComponent(() => part);
        } else missed();
      }
      void fetchPart();
      return () => {
        isGone = true;
      };
    }, []);
    return Component ? createElement(Component, props as unknown as Props) : waiting;
  };
}
