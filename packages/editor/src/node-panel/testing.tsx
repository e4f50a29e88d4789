/** Renders fields of the panel over parameters held in memory. */

import { MantineProvider } from '@mantine/core';
import {
  emptyDocument,
  type NodeTypeDescription,
  type ParameterDefinition,
  type WorkflowNode,
} from '@millrace/contract';
import { type ParameterIssue, parameterIssues, withDefaults } from '@millrace/engine';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { useState } from 'react';
import { queryClient } from '../api/queries.ts';
import { SessionContext } from '../workflow/hooks.ts';
import { openSession } from '../workflow/session.ts';
import type { Evaluation } from './expression/evaluation.ts';
import { FieldsProvider, FieldValuesContext } from './panel-context.ts';
import { changeParameter, type StoredValues } from './parameters/change-parameter.ts';
import { ParameterList } from './parameters/ParameterList.tsx';
import { inputFor } from './parameters/parameter-inputs.ts';

interface FieldsOptions {
  stored?: StoredValues;
  /** What expressions give; their own text if left out. */
  evaluate?: (text: string) => Evaluation;
  readOnly?: boolean;
  credentials?: WorkflowNode['credentials'];
  /** Credentials that the node can have. */
  uses?: NodeTypeDescription['credentials'];
  /** What is wrong with the stored values; else what their definitions say. */
  issuesOf?: (stored: StoredValues) => ParameterIssue[];
}

const noPath: readonly string[] = [];

interface FieldsProps extends FieldsOptions {
  definitions: readonly ParameterDefinition[];
  onChange(stored: StoredValues): void;
}

const Fields = ({
  definitions,
  stored: initial = {},
  evaluate = plain,
  readOnly = false,
  credentials,
  uses,
  issuesOf = (stored) => parameterIssues(definitions, stored, 1),
  onChange,
}: FieldsProps) => {
  const [stored, setStored] = useState(initial);
  const values = withDefaults(definitions, stored, 1);
  return (
    <FieldsProvider
      value={{
        key: 'n1',
        workflowId: null,
        description: {
          name: 't',
          displayName: 'T',
          description: '',
          version: 1,
          defaultVersion: 1,
          aliases: [],
          group: ['transform'],
          icon: '',
          defaults: { name: 'N' },
          inputs: ['main'],
          outputs: ['main'],
          properties: definitions,
          credentials: uses,
        },
        typeVersion: 1,
        document: emptyDocument(),
        showsRequired: false,
        readOnly,
        expressionsDisabled: false,
        hasInput: true,
        evaluate: (text, answer) => {
          answer(evaluate(text));
          return () => {};
        },
        complete: async () => undefined,
        typeText: (text) => text,
        change: (path, value) => {
          const next = changeParameter({ definitions, typeVersion: 1 }, stored, path, value);
          onChange(next);
          setStored(next);
        },
        changeAll: (changes) => {
          let next = stored;
          for (const [name, value] of Object.entries(changes)) {
            next = changeParameter({ definitions, typeVersion: 1 }, next, [name], value);
          }
          onChange(next);
          setStored(next);
        },
        inputFor,
        openEditor: () => undefined,
      }}
    >
      <FieldValuesContext
        value={{
          node: {
            name: 'N',
            type: 't',
            position: [0, 0],
            parameters: stored as WorkflowNode['parameters'],
            credentials,
          },
          stored,
          values,
          issues: issuesOf(stored),
        }}
      >
        <ParameterList definitions={definitions} path={noPath} values={values} />
      </FieldValuesContext>
    </FieldsProvider>
  );
};

const plain = (text: string): Evaluation => ({ kind: 'value', value: text });

/** @returns what is stored now. */
export const renderFields = (definitions: readonly ParameterDefinition[], options: FieldsOptions = {}) => {
  let latest: StoredValues = options.stored ?? {};
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <SessionContext value={openSession(emptyDocument())}>
          <Fields
            definitions={definitions}
            {...options}
            onChange={(stored) => {
              latest = stored;
            }}
          />
        </SessionContext>
      </MantineProvider>
    </QueryClientProvider>,
  );
  return () => latest;
};
