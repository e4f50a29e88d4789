import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

interface StepButtonProps {
  to: 'previous' | 'next';
  label: string;
  disabled: boolean;
  onClick(): void;
}

/** One step back or on, through items or pages. */
export const StepButton = ({ to, label, ...button }: StepButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} {...button}>
    {to === 'previous' ? <IconChevronLeft size={14} /> : <IconChevronRight size={14} />}
  </ActionIcon>
);
