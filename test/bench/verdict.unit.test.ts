import { expect, test } from 'vitest';
import { spreadOf, verdictOf } from '../../bench/verdict.ts';

test('a bar is met, missed or undecided by the middle half of its rounds', () => {
  expect(verdictOf([2, 2.1, 2.2, 2.3, 2.4], { least: 2 })).toBe('met');
  expect(verdictOf([1.5, 1.6, 1.7, 1.8, 1.9], { least: 2 })).toBe('missed');
  expect(verdictOf([1.8, 1.9, 2.1, 2.2, 2.3], { least: 2 })).toBe('undecided');
  expect(verdictOf([1, 1.1, 1.2, 1.3, 1.4], { most: 1.4 })).toBe('met');
  expect(verdictOf([1, 1.1, 1.5, 1.5, 1.6], { most: 1.4 })).toBe('undecided');
  expect(verdictOf([1.5, 1.6, 1.5, 1.5, 1.6], { most: 1.4 })).toBe('missed');
});

test('one disturbed round of five changes no verdict, nor do two of nine', () => {
  expect(verdictOf([2.1, 2.1, 0.1, 2.1, 2.1], { least: 2 })).toBe('met');
  expect(verdictOf([1.9, 1.9, 9, 1.9, 1.9], { least: 2 })).toBe('missed');
  expect(verdictOf([3, 3, 3, 3, 3, 3, 3, 90, 70], { most: 4 })).toBe('met');
  expect(verdictOf([3, 3, 3, 3, 3, 3, 60, 90, 70], { most: 4 })).toBe('undecided');
});

test('a count is met or missed', () => {
  expect(verdictOf([0], { most: 0 })).toBe('met');
  expect(verdictOf([1], { most: 0 })).toBe('missed');
});

test('what was not measured is missed', () => {
  expect(verdictOf([], { most: 1 })).toBe('missed');
  expect(verdictOf([Number.NaN], { most: 1 })).toBe('missed');
  expect(verdictOf([Number.NaN, Number.NaN, 1, 1, 1], { least: 1 })).toBe('undecided');
});

test('the spread of rounds is their middle half', () => {
  expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ low: 2, median: 3, high: 4 });
  expect(spreadOf([4, 1, 3, 2])).toEqual({ low: 2, median: 2.5, high: 3 });
  expect(spreadOf([7])).toEqual({ low: 7, median: 7, high: 7 });
});
