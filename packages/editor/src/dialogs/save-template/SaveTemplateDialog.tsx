import { Button, Group, Modal, MultiSelect, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { limits, type TemplateCategory, type TemplateListing } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { client } from '../../api/client.ts';
import { describeError } from '../../api/errors.ts';
import { t } from '../../messages/templates.ts';
import { categoriesQuery } from '../../templates/queries.ts';
import { allSavedQuery, forgetTemplates } from '../../templates/saved.ts';
import { tellInfo } from '../../workflow/notices.ts';
import { toPublicFormat } from '../../workflow/public-types.ts';
import type { DialogProps } from '../stack.ts';
import { useIsTop } from '../top.ts';

/** Makes a template of the open workflow, new or in place of one that is there; or changes what is said of a template. */
export const SaveTemplateDialog = ({ close, ...what }: DialogProps['saveTemplate'] & { close: () => void }) => {
  const isTop = useIsTop();
  const navigate = useNavigate();
  const session = 'session' in what ? what.session : undefined;
  const given = 'template' in what ? what.template : undefined;
  const saved = useQuery({ ...allSavedQuery, enabled: session !== undefined }).data ?? [];
  const offered = useQuery(categoriesQuery).data ?? [];
  const [replaced, setReplaced] = useState<number | undefined>(given?.id);
  const [name, setName] = useState(given?.name ?? session?.state().document.name ?? '');
  const [description, setDescription] = useState(given?.description ?? '');
  const [categories, setCategories] = useState<readonly TemplateCategory[]>(given?.categories ?? []);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  /** Categories that the host has no more are kept. */
  const known = [...new Map([...categories, ...offered].map((one) => [one.id, one])).values()];

  const replace = (template: TemplateListing | undefined) => {
    setReplaced(template?.id);
    setName(template?.name ?? session?.state().document.name ?? '');
    setDescription(template?.description ?? '');
    setCategories(template?.categories ?? []);
  };

  const store = () => {
    const about = { name: name.trim(), description, categories: [...categories] };
    const workflow = session && toPublicFormat(session.state().document);
    if (replaced === undefined) return workflow && client.templates.create({ body: { ...about, workflow } });
    return client.templates.update({ params: { id: replaced }, body: { ...about, ...(workflow && { workflow }) } });
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === '' || isBusy) return;
    setIsBusy(true);
    try {
      const stored = await store();
      await forgetTemplates();
      close();
      if (!stored || !session) return;
      const values = stored.removed.map(({ node, parameter }) => `${node} (${parameter})`).join(', ');
      tellInfo(t('templates.save.done'), {
        ...(values !== '' && { message: t('templates.save.removed', { values }), sticky: true }),
        open: { label: t('templates.save.open'), run: () => void navigate({ to: `/templates/${stored.template.id}` }) },
      });
    } catch (error) {
      setFailure(describeError(error).message);
      setIsBusy(false);
    }
  };

  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={isTop}
      title={t(given ? 'templates.save.edit' : 'templates.save.title')}
      size={520}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap={14}>
          {session && (
            <Text size="sm" c="dimmed">
              {t('templates.save.text')}
            </Text>
          )}
          {session && saved.length > 0 && (
            <Select
              label={t('templates.save.as')}
              data={[
                { value: '', label: t('templates.save.new') },
                ...saved.map((template) => ({ value: String(template.id), label: template.name })),
              ]}
              value={replaced === undefined ? '' : String(replaced)}
              allowDeselect={false}
              onChange={(id) => replace(saved.find((template) => String(template.id) === id))}
            />
          )}
          <TextInput
            label={t('templates.save.name')}
            value={name}
            maxLength={limits.templateNameMaxLength}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            data-autofocus
          />
          <Textarea
            label={t('templates.save.description')}
            description={t('templates.save.description.hint')}
            value={description}
            maxLength={limits.templateDescriptionMaxLength}
            rows={6}
            resize="vertical"
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <MultiSelect
            label={t('templates.save.categories')}
            data={known.map(({ id, name: label }) => ({ value: String(id), label }))}
            value={categories.map(({ id }) => String(id))}
            maxValues={limits.templateCategories}
            onChange={(ids) => setCategories(known.filter(({ id }) => ids.includes(String(id))))}
          />
          {failure && (
            <Text size="sm" c="var(--error)" role="alert">
              {failure}
            </Text>
          )}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
              {t('templates.save.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
