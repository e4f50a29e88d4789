import { Checkbox } from '@mantine/core';
import type { Credential } from '@millrace/contract';
import { useNodeTypes } from '../../api/node-types.ts';
import { NodeIcon } from '../../canvas/NodeIcon.tsx';
import { t } from '../../messages/credentials.ts';
import { formatDate } from '../../ui/dates.ts';
import { compareTexts } from '../../ui/sort-rows.ts';
import { AddressField } from './AddressField.tsx';
import classes from './credential-edit.module.css';
import type { Editing } from './use-editing.ts';

export const DetailsTab = ({ editing }: { editing: Editing }) => (
  <div className={classes.details}>
    <NodeAccess editing={editing} />
    {editing.saved && <Facts credential={editing.saved} />}
  </div>
);

/** Which nodes may use it. */
const NodeAccess = ({ editing: { type, draft, readOnly, setAccess } }: { editing: Editing }) => {
  const types = useNodeTypes();
  const chosen = new Set(draft.access);
  const nodes = type.supportedNodes
    .map((name) => {
      const description = types.find(name, Number.POSITIVE_INFINITY);
      return { name, description, title: description?.displayName ?? name };
    })
    .sort((a, b) => compareTexts(a.title, b.title));
  const ticked = nodes.filter(({ name }) => chosen.has(name)).length;
  if (nodes.length === 0) return <p className={classes.remark}>{t('credential.access.none')}</p>;
  return (
    <fieldset className={classes.access}>
      <legend>{t('credential.access.title')}</legend>
      {nodes.length > 1 && (
        <Checkbox
          size="sm"
          label={t('credential.access.all')}
          checked={ticked === nodes.length}
          indeterminate={ticked > 0 && ticked < nodes.length}
          disabled={readOnly}
          onChange={(event) => setAccess(event.currentTarget.checked ? type.supportedNodes : [])}
        />
      )}
      <div className={classes.nodes} data-nested={nodes.length > 1 || undefined}>
        {nodes.map(({ name, description, title }) => (
          <Checkbox
            key={name}
            size="sm"
            label={
              <span className={classes.node}>
                <NodeIcon type={description} size={16} />
                {title}
              </span>
            }
            checked={chosen.has(name)}
            disabled={readOnly}
            onChange={(event) =>
              setAccess(
                event.currentTarget.checked ? [...draft.access, name] : draft.access.filter((one) => one !== name),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
};

const Facts = ({ credential: { createdAt, updatedAt, id } }: { credential: Credential }) => (
  <>
    <dl className={classes.facts}>
      <dt>{t('credential.details.created')}</dt>
      <dd>{formatDate(createdAt)}</dd>
      <dt>{t('credential.details.modified')}</dt>
      <dd>{formatDate(updatedAt)}</dd>
    </dl>
    <AddressField
      label={t('credential.details.id')}
      copyLabel={t('credential.details.copyId')}
      copied={t('shell.copied')}
      address={id}
    />
  </>
);
