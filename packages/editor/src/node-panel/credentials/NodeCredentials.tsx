import { credentialUses } from '@millrace/engine';
import { useOpenedNode, usePanel } from '../panel-context.ts';
import { CredentialChoice } from './CredentialChoice.tsx';
import classes from './credentials.module.css';

/** The credentials that the node needs as it is set up, but for those whose type a field names: they stand below that field. */
export const NodeCredentials = () => {
  const { description } = usePanel();
  const { node, values } = useOpenedNode();
  const named = (description.properties ?? [])
    .filter(({ type }) => type === 'credentialsSelect')
    .map(({ name }) => values[name]);
  const uses = credentialUses(node, description).filter(({ name }) => !named.includes(name));
  if (uses.length === 0) return null;
  return (
    <div className={classes.list}>
      {uses.map((use) => (
        <CredentialChoice key={use.name} use={use} />
      ))}
    </div>
  );
};
