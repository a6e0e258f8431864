import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PlainText } from '@aangan/web/ui/plain-text.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type DynamicModule, dynamicModuleContract } from './dynamic-module.contract.ts';
import {
  type DynamicChoices,
  InTheMenu,
  kindOf,
  WhatItOpens,
  WhereItStands,
  WhoSeesIt,
} from './dynamic-sections.tsx';
import { PublishDialog } from './publish-dialog.tsx';

const crumbs = [{ label: 'Dashboards by role', to: '/system/dynamic-dash-list' }];

interface Props {
  choices: DynamicChoices;
  /** Null = a new one. */
  row: DynamicModule | null;
  reload: () => void;
}

export function DynamicEditor({ choices, row, reload }: Props) {
  const [asked, setAsked] = useState<'publish' | 'retire' | null>(null);
  const form = useDynamicForm(row);
  const part = { form, choices, reload };
  const live = row?.state === 'LIVE';
  return (
    <PageFrame
      title={row?.label ?? 'New dynamic module'}
      crumbs={crumbs}
      {...(row?.can['publish'] ? { primary: { label: 'Publish', run: () => setAsked('publish') } } : {})}
      menu={[{ label: 'Retire', run: () => setAsked('retire'), danger: true, hidden: !row?.can['retire'] }]}
    >
      <TwoColumns
        main={
          <Form form={form} wide>
            <WhatItOpens {...part} />
            <WhereItStands {...part} />
            <WhoSeesIt {...part} />
            <SaveBar
              label={live ? 'Save and show' : 'Save draft'}
              will={live ? 'It is live: menus change at once' : 'Nobody sees it before it is published'}
            />
          </Form>
        }
        rail={
          <>
            <InTheMenu {...part} row={row} />
            {kindOf(form) === 'PAGE' && form.values['pageText'] ? (
              <Section title="The page">
                <PlainText text={String(form.values['pageText'])} />
              </Section>
            ) : null}
          </>
        }
      />
      {row ? <PublishDialog row={row} asked={asked} onClose={() => setAsked(null)} /> : null}
    </PageFrame>
  );
}

function useDynamicForm(row: DynamicModule | null) {
  const navigate = useNavigate();
  return useForm(dynamicModuleContract.save, {
    start: row
      ? {
          kind: row.kind,
          target: row.target,
          dashboardId: row.dashboardId,
          groupLabel: row.groupLabel,
          label: row.label,
          labelHi: row.labelHi,
          pageText: row.pageText,
          roleIds: row.roleIds,
          validFrom: row.validFrom,
          validTo: row.validTo,
        }
      : { kind: 'SCREEN', target: '', roleIds: [], groupLabel: '', label: '' },
    toInput: (values) => ({
      ...values,
      target: values['target'] ?? '',
      ...(row ? { uniqueId: row.uniqueId, version: row.version } : {}),
    }),
    refresh: ['menu', 'dashboard'],
    onDone: ({ uniqueId }) => {
      notice.ok(row?.state === 'LIVE' ? 'Saved. Changes apply immediately.' : 'Saved as a draft.');
      void navigate(`/system/dynamic-module/Edit/${uniqueId}`);
    },
  });
}
