import type { Endpoint, OutputOf } from '@aangan/contract/endpoint.ts';
import { type CommandState, useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { enquirySettingContract, type SettingPart } from './enquiry-setting.contract.ts';
import { OwnValue } from './own-value.tsx';

export type Settings = OutputOf<typeof enquirySettingContract.get>;

/** A tab of the settings. It begins anew when what it shows of them was changed. */
export const settingTab = (parts: readonly (keyof Settings)[], Part: ComponentType<{ data: Settings }>) =>
  function SettingTab() {
    const settings = useQuery(enquirySettingContract.get, {});
    return (
      <QueryState query={settings}>
        {(data) => <Part key={JSON.stringify([...parts.map((part) => data[part]), data.own])} data={data} />}
      </QueryState>
    );
  };

/** Saves a part of the settings; a fault of a field stands at the field and is not said twice. */
export const useSave = <E extends Endpoint>(
  of: E,
  done: string,
  refresh: readonly string[] = [],
): CommandState<E> =>
  useCommand(of, {
    refresh,
    onDone: () => notice.ok(done),
    onError: (error) => {
      if (Object.keys(error.fields).length === 0) notice.error(error);
    },
  });

interface OwnPartProps {
  part: SettingPart;
  title: string;
  help: string;
  data: Settings;
  changed: boolean;
  running: boolean;
  onSave: () => void;
  /** The verb in the button. */
  save?: string;
  children: ReactNode;
}

/** One part of the settings: whose values they are, its entries, and the button that saves them. */
export function OwnPart({ part, title, help, data, changed, running, onSave, save, children }: OwnPartProps) {
  const mayChange = data.can['change'] === true;
  return (
    <Section title={title} help={help}>
      <Stack gap="md" maw={640}>
        <OwnValue part={part} own={data.own} network={data.network} mayChange={mayChange} />
        {children}
        {mayChange && (
          <Group>
            <Button disabled={!changed} loading={running} onClick={onSave}>
              {save ?? 'Save'}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
