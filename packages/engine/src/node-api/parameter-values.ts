import type {
  AssignmentCollectionValue,
  FilterValue,
  Json,
  ParameterDefinition,
  ResourceLocatorValue,
} from '@millrace/contract/data';

type OptionValue<D> = D extends { options: readonly { value: infer V }[] } ? V : string;

type Collected<O extends readonly ParameterDefinition[]> = {
  [D in O[number] as D['name']]?: ValueOf<D>;
};

type Grouped<D> = D extends { options: readonly (infer G)[] }
  ? {
      [K in G as K extends { name: infer N extends string } ? N : never]?: K extends {
        values: infer V extends readonly ParameterDefinition[];
      }
        ? D extends { typeOptions: { multipleValues: true } }
          ? Collected<V>[]
          : Collected<V>
        : never;
    }
  : never;

type Single<D extends ParameterDefinition> = D extends { keepsType: true }
  ? Json | undefined
  : D['type'] extends 'string' | 'dateTime' | 'color'
    ? string
    : D['type'] extends 'number'
      ? number
      : D['type'] extends 'boolean'
        ? boolean
        : D['type'] extends 'options'
          ? OptionValue<D>
          : D['type'] extends 'multiOptions'
            ? OptionValue<D>[]
            : D['type'] extends 'collection'
              ? D extends { options: infer O extends readonly ParameterDefinition[] }
                ? Collected<O>
                : never
              : D['type'] extends 'fixedCollection'
                ? Grouped<D>
                : D['type'] extends 'json' | 'hidden'
                  ? Json
                  : D['type'] extends 'filter'
                    ? FilterValue
                    : D['type'] extends 'assignmentCollection'
                      ? AssignmentCollectionValue
                      : D['type'] extends 'resourceLocator'
                        ? ResourceLocatorValue
                        : '';

type ValueOf<D extends ParameterDefinition> = D['type'] extends 'string' | 'number' | 'boolean' | 'dateTime'
  ? D extends { typeOptions: { multipleValues: true } }
    ? Single<D>[]
    : Single<D>
  : Single<D>;

/** Parameter name → type of its value, from a list of definitions written `as const`. Parameters of one name in several versions are joined. */
export type ParameterValues<P extends readonly ParameterDefinition[]> = {
  [D in P[number] as D['name']]: ValueOf<D>;
};
