import type {
  AssignmentCollectionValue,
  FieldType,
  FilterValue,
  IconValue,
  Json,
  JsonObject,
  ParameterDefinition,
  ResourceLocatorValue,
  ResourceMapperValue,
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

/** What `validateType` makes of a value; what is empty stays so. */
type FieldValue<T extends FieldType> = T extends 'number'
  ? number | ''
  : T extends 'boolean'
    ? boolean | ''
    : T extends 'array' | 'form-fields'
      ? Json[] | ''
      : T extends 'object'
        ? JsonObject | ''
        : T extends 'options'
          ? Json
          : string;

type Single<D extends ParameterDefinition> = D extends { keepsType: true }
  ? Json | undefined
  : D extends { validateType: infer T extends FieldType; ignoreValidationDuringExecution?: false }
    ? FieldValue<T>
    : D['type'] extends 'string' | 'dateTime' | 'color' | 'button' | 'credentialsSelect'
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
                        : D['type'] extends 'resourceLocator' | 'workflowSelector'
                          ? ResourceLocatorValue
                          : D['type'] extends 'resourceMapper'
                            ? ResourceMapperValue
                            : D['type'] extends 'icon'
                              ? IconValue
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
