import { expect, it } from 'vitest';
import { hideToast, sayIn, showToast, toastStore } from './toasts.ts';

const said = (dialog?: string) => toastStore.read(dialog)?.text;

it('says one thing at a time, the newest, and an error until another comes or it goes', () => {
  showToast({ text: 'Saved' });
  showToast({ text: 'Removed', tone: 'done' });
  expect(said()).toBe('Removed');
  showToast({ text: 'Failed', tone: 'danger' });
  showToast({ text: 'Added', tone: 'done' });
  expect(said()).toBe('Failed');
  const last = showToast({ text: 'Failed again', tone: 'danger' });
  expect(said()).toBe('Failed again');
  hideToast(last);
  expect(said()).toBe('Added');
});

it('says it in the dialog that is open', () => {
  showToast({ text: 'Saved' });
  const leave = sayIn('a dialog');
  expect([said(), said('a dialog')]).toEqual([undefined, 'Saved']);
  leave();
  expect([said(), said('a dialog')]).toEqual(['Saved', undefined]);
});
