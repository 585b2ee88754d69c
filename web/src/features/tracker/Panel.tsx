import { Card, type CardProps } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';

/** Holds the subjects: a sheet where there is room for one, the bare page on a phone. */
export function Panel({ className, ...rest }: Omit<CardProps, 'flush'>) {
  return (
    <Card
      {...rest}
      flush
      className={cx(
        'max-md:-mx-4 max-md:rounded-none max-md:border-0 max-md:bg-transparent max-md:shadow-none',
        className,
      )}
    />
  );
}
