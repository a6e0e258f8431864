import type { Endpoint, InputOf, OutputOf } from '@aangan/contract/endpoint.ts';
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../ui/section.tsx';
import { Form } from './form.tsx';
import { SaveBar } from './save-bar.tsx';
import { type CommandFormOptions, useCommandForm } from './use-command-form.tsx';

export interface FormGroup<Name extends string> {
  title?: string;
  help?: ReactNode;
  /** Declared fields, in the order they are drawn. */
  names: readonly Name[];
  /** Side by side from 600 px on. Default 1. */
  columns?: 1 | 2 | 3;
}

export interface CommandFormProps<E extends Endpoint> extends CommandFormOptions<E> {
  /** Sections of the page; without them one with every field. */
  groups?: readonly FormGroup<keyof InputOf<E> & string>[];
  /** The verb in the button: "Add term". */
  confirm: string;
  /** What will happen, beside it. */
  will?: ReactNode;
  danger?: boolean;
  wide?: boolean;
  /** Names the entries kept in this tab until they are sent. */
  draft?: string;
  /** Where it goes from here. */
  onDone?: (output: OutputOf<E>) => void;
  /** Default: one step back. */
  onCancel?: () => void;
}

/**
 * A command as a page's form: sections of its declared fields and a bar that says what saving does. What CommandDialog
 * promises holds here too. Throws when a group names a field twice or one that the command does not declare, or when one is
 * in no group.
 */
export function CommandForm<E extends Endpoint>(props: CommandFormProps<E>) {
  const { of, groups, confirm, will, danger = false, wide = false, draft, onDone, onCancel } = props;
  const { form, names, draw } = useCommandForm(props, {
    onDone: (output) => onDone?.(output),
    ...(draft !== undefined && { draft }),
  });
  const parts: readonly FormGroup<string>[] = groups ?? [{ names: Object.keys(of.fields ?? {}) }];
  ensureEachOnce(of, parts);
  return (
    <Form form={form} wide={wide}>
      {parts.map(({ title, help, names: own, columns = 1 }, i) => {
        const fields = own.filter((name) => names.includes(name)).map((name) => draw(name));
        if (fields.length === 0) return null;
        return (
          <Section key={i} {...(title !== undefined && { title })} {...(help !== undefined && { help })}>
            {columns === 1 ? (
              <Stack gap="md">{fields}</Stack>
            ) : (
              <SimpleGrid cols={{ base: 1, xs: columns }} spacing="md">
                {fields}
              </SimpleGrid>
            )}
          </Section>
        );
      })}
      <SaveBar label={confirm} will={will} danger={danger} {...(onCancel && { onCancel })} />
    </Form>
  );
}

function ensureEachOnce(of: Endpoint, groups: readonly FormGroup<string>[]): void {
  const drawn = groups.flatMap((group) => group.names);
  const declared = Object.keys(of.fields ?? {});
  const twice = drawn.find((name, i) => drawn.indexOf(name) !== i);
  const strange = drawn.find((name) => !declared.includes(name));
  const left = declared.find((name) => !drawn.includes(name));
  if (twice ?? strange ?? left)
    throw new Error(
      `The groups of '${of.name}' must name each field once; see '${twice ?? strange ?? left}'`,
    );
}
