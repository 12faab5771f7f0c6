/** Parsers of the operator's arguments; each throws `CommandRefusal` with a sentence. */
import { Option } from 'commander';
import { z } from 'zod';
import { REASON_LENGTH, reasonOf } from '../../accounts/operator-acts.ts';
import { LONGEST_PASSWORD, normalised } from '../../accounts/password-form.ts';
import { futureInstant } from '../../contract/shared.ts';
import { blankSentence } from '../../errors.ts';
import { ACCESS_CODE_LENGTH } from '../../text/access-code.ts';
import { mailAddress } from '../../text/mail-address.ts';
import { isSeen, nameFault } from '../../text/names.ts';
import { isSiteSlug } from '../../text/site-slugs.ts';
import { NAME_LENGTH } from '../../themes/limits.ts';
import { CommandRefusal } from '../command-refusal.ts';

const SHORTEST_PASSWORD = 8;

export const email = (value: string): string => {
  const parsed = mailAddress.safeParse(value);
  if (!parsed.success) throw new CommandRefusal(`« ${value} » n’est pas une adresse électronique.`);
  return parsed.data;
};

/** An account: its address, or its id where several have one address. */
export const accountName = (value: string): string =>
  z.guid().safeParse(value).success ? value.toLowerCase() : email(value);

export const password = (value: string): string => {
  const { length } = normalised(value);
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD) {
    throw new CommandRefusal(`Le mot de passe compte de ${SHORTEST_PASSWORD} à ${LONGEST_PASSWORD} caractères.`);
  }
  return withSomethingVisible(value, 'Le mot de passe');
};

export const slug = (value: string): string => {
  if (!isSiteSlug(value)) {
    throw new CommandRefusal(
      `« ${value} » ne peut pas nommer un site : lettres minuscules, chiffres et tirets, 63 au plus.`,
    );
  }
  return value;
};

export const nameOf =
  (what: string) =>
  (value: string): string => {
    const name = value.trim();
    const { length } = [...name];
    if (length === 0 || length > NAME_LENGTH) {
      throw new CommandRefusal(`Le nom d’${what} compte 1 à ${NAME_LENGTH} caractères.`);
    }
    const fault = nameFault(name);
    if (fault !== null) throw new CommandRefusal(fault);
    return name;
  };

/** Why a site is taken off, in words for its members. */
export const reason = (value: string): string => {
  const words = reasonOf(value);
  if (words === null) throw new CommandRefusal(`Le motif compte 1 à ${REASON_LENGTH} caractères qui se voient.`);
  return words;
};

export const futureDate = (value: string): string => {
  const parsed = futureInstant.safeParse(value);
  if (!parsed.success) {
    throw new CommandRefusal(`« ${value} » n’est pas une date ISO à venir, comme 2030-01-31T12:00:00Z.`);
  }
  return parsed.data;
};

export const uuid = (value: string): string => {
  if (!z.guid().safeParse(value).success) throw new CommandRefusal(`« ${value} » n’est pas un identifiant.`);
  return value;
};

export const accessCode = (value: string): string => {
  if (!z.string().min(1).max(ACCESS_CODE_LENGTH).safeParse(normalised(value)).success) {
    throw new CommandRefusal(`Le code compte 1 à ${ACCESS_CODE_LENGTH} caractères.`);
  }
  return withSomethingVisible(value, 'Le code');
};

function withSomethingVisible(secret: string, name: string): string {
  if (isSeen(secret)) return secret;
  throw new CommandRefusal(blankSentence(name));
}

export const wholeNumber =
  (minimum: number, maximum: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d{1,9}$/.test(value) || number < minimum || number > maximum) {
      throw new CommandRefusal(`« ${value} » n’est pas un entier de ${minimum} à ${maximum}.`);
    }
    return number;
  };

/** An option that takes one of these words. */
export const choice = (flags: string, description: string, values: readonly string[], otherwise?: string): Option => {
  const option = new Option(flags, description).choices(values);
  return otherwise === undefined ? option : option.default(otherwise);
};
