import type { ParameterType } from '@millrace/contract';
import { NodeCredentials } from '../credentials/NodeCredentials.tsx';
import { AssignmentCollectionInput } from './inputs/AssignmentCollectionInput.tsx';
import { BooleanInput } from './inputs/BooleanInput.tsx';
import { ButtonInput } from './inputs/ButtonInput.tsx';
import { CalloutInput } from './inputs/CalloutInput.tsx';
import { CollectionInput } from './inputs/CollectionInput.tsx';
import { ColorInput } from './inputs/ColorInput.tsx';
import { CredentialsSelectInput } from './inputs/CredentialsSelectInput.tsx';
import { CurlImportInput } from './inputs/curl/CurlImportInput.tsx';
import { DateTimeInput } from './inputs/DateTimeInput.tsx';
import { FilterInput } from './inputs/FilterInput.tsx';
import { FixedCollectionInput } from './inputs/FixedCollectionInput.tsx';
import { IconInput } from './inputs/IconInput.tsx';
import { JsonInput } from './inputs/JsonInput.tsx';
import { MultiOptionsInput } from './inputs/MultiOptionsInput.tsx';
import { ResourceMapperInput } from './inputs/mapper/ResourceMapperInput.tsx';
import { HiddenInput, NoticeInput } from './inputs/NoticeInput.tsx';
import { NumberInput } from './inputs/NumberInput.tsx';
import { OptionsInput } from './inputs/OptionsInput.tsx';
import { OtherInput } from './inputs/OtherInput.tsx';
import { ResourceLocatorInput } from './inputs/ResourceLocatorInput.tsx';
import { StringInput } from './inputs/StringInput.tsx';
import { WorkflowSelectorInput } from './inputs/WorkflowSelectorInput.tsx';
import type { AnyParameterInput, ParameterInput } from './parameter-input.ts';

/** The control of every parameter type: a new type does not compile until it has one. */
const parameterInputs: { [T in ParameterType]: ParameterInput<T> } = {
  string: { Component: StringInput, layout: 'value' },
  number: { Component: NumberInput, layout: 'value' },
  boolean: { Component: BooleanInput, layout: 'value' },
  options: { Component: OptionsInput, layout: 'value' },
  multiOptions: { Component: MultiOptionsInput, layout: 'value' },
  dateTime: { Component: DateTimeInput, layout: 'value' },
  color: { Component: ColorInput, layout: 'value' },
  json: { Component: JsonInput, layout: 'value' },
  resourceLocator: { Component: ResourceLocatorInput, layout: 'group' },
  collection: { Component: CollectionInput, layout: 'group' },
  fixedCollection: { Component: FixedCollectionInput, layout: 'group' },
  filter: { Component: FilterInput, layout: 'group' },
  assignmentCollection: { Component: AssignmentCollectionInput, layout: 'group' },
  workflowSelector: { Component: WorkflowSelectorInput, layout: 'group' },
  resourceMapper: { Component: ResourceMapperInput, layout: 'group' },
  icon: { Component: IconInput, layout: 'value' },
  credentialsSelect: { Component: CredentialsSelectInput, layout: 'value' },
  button: { Component: ButtonInput, layout: 'bare' },
  curlImport: { Component: CurlImportInput, layout: 'bare' },
  callout: { Component: CalloutInput, layout: 'bare' },
  credentials: { Component: NodeCredentials, layout: 'bare' },
  notice: { Component: NoticeInput, layout: 'bare' },
  hidden: { Component: HiddenInput, layout: 'bare' },
};

const other: AnyParameterInput = { Component: OtherInput, layout: 'value' };

/** The control of a type, for callers that hold a definition of any type. */
export const inputFor = (type: ParameterType): AnyParameterInput =>
  Object.hasOwn(parameterInputs, type) ? (parameterInputs[type] as AnyParameterInput) : other;
