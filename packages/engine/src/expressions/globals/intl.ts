import { charge, costs } from '../budget.ts';
import { toText } from '../language/convert.ts';
import { localesOf, plainOptions } from '../language/options.ts';
import { type Invoke, Namespace } from '../language/values.ts';
import { defineFunctions } from './define.ts';

type Locales = string | string[] | undefined;

interface Formatter {
  new (locales: Locales, options: never): object;
  supportedLocalesOf(locales: string | string[]): string[];
}

/** A constructor of `Intl`; some may be called without `new` as well, and so may all here. */
function formatter(name: string, Type: Formatter): Namespace {
  const construct: Invoke = (scope, [locales, options]) => {
    charge(scope, costs.formatter);
    return new Type(localesOf(locales), plainOptions(scope, options) as never);
  };
  return new Namespace(name, {
    call: construct,
    construct,
    holds: (value) => value instanceof Type,
    members: defineFunctions({
      supportedLocalesOf: (scope, [locales]) => {
        charge(scope, costs.formatter);
        return Type.supportedLocalesOf(localesOf(locales) ?? []);
      },
    }),
  });
}

const types = {
  DateTimeFormat: Intl.DateTimeFormat,
  NumberFormat: Intl.NumberFormat,
  RelativeTimeFormat: Intl.RelativeTimeFormat,
  ListFormat: Intl.ListFormat,
  PluralRules: Intl.PluralRules,
  Collator: Intl.Collator,
  DisplayNames: Intl.DisplayNames,
  Segmenter: Intl.Segmenter,
} as unknown as Readonly<Record<string, Formatter>>;

export const intl = new Namespace('Intl', {
  members: {
    ...Object.fromEntries(Object.entries(types).map(([name, Type]) => [name, formatter(name, Type)])),
    ...defineFunctions({
      getCanonicalLocales: (scope, [locales]) => {
        charge(scope, costs.format);
        return Intl.getCanonicalLocales(localesOf(locales));
      },
      supportedValuesOf: (scope, [key]) => {
        charge(scope, costs.formatter * 4);
        return Intl.supportedValuesOf(toText(scope, key).slice(0, 50) as 'currency');
      },
    }),
  },
});
