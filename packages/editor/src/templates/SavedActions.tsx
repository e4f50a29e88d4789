import { Button } from '@mantine/core';
import type { Template } from '@millrace/contract';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { describeError } from '../api/errors.ts';
import { confirm, openDialog } from '../dialogs/stack.ts';
import { t } from '../messages/templates.ts';
import { useStanding } from '../start/use-standing.ts';
import { tellError } from '../workflow/notices.ts';
import { forgetTemplates } from './saved.ts';

/** What the owner of the instance may do with a saved template. */
export const SavedActions = ({ template }: { template: Template }) => {
  const navigate = useNavigate();
  const standing = useStanding();
  if (!standing.has('owner') && !standing.has('default')) return null;
  const remove = async () => {
    const { id, name } = template;
    const isSure = await confirm({
      title: t('templates.delete.title'),
      message: t('templates.delete.message', { name }),
      confirm: t('templates.delete.confirm'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await client.templates.remove({ params: { id } });
    } catch (error) {
      return tellError(t('templates.delete.failed'), describeError(error));
    }
    await navigate({ to: '/templates/' });
    await forgetTemplates();
  };
  return (
    <>
      <Button variant="default" color="red" onClick={() => void remove()}>
        {t('templates.delete')}
      </Button>
      <Button variant="default" onClick={() => openDialog('saveTemplate', { template })}>
        {t('templates.edit')}
      </Button>
    </>
  );
};
