// One stage (/forms/settings/edit/{stageID}): what it asks, and how it is used.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { formatCount } from '@aangan/web/format.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { FormSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { stageLabel } from '../enquiry/stage-label.ts';
import '../enquiry/enquiry-look.tsx';
import { changed } from '../enquiry/enquiry-form-values.ts';
import { stageContract } from './stage.contract.ts';
import { StageFields } from './stage-fields.tsx';

type Usage = OutputOf<typeof stageContract.usage>;
const home = '/forms/settings/add';

export function EditStage() {
  const { stageID = '' } = useParams();
  const query = useQuery(stageContract.usage, { id: stageID }, { fresh: 0 });
  return (
    <QueryState
      query={query}
      skeleton={
        <PageFrame title="Stage">
          <FormSkeleton />
        </PageFrame>
      }
    >
      {(data) => <StageScreen key={data.stage.version} usage={data} />}
    </QueryState>
  );
}

function StageScreen({ usage }: { usage: Usage }) {
  const navigate = useNavigate();
  const { stage } = usage;
  const { code: _code, status: _status, id, version, can, ...start } = stage;
  const may = can['update'] === true;
  const form = useForm(stageContract.change, {
    start,
    ifMatch: version,
    disabled: !may,
    refresh: ['enquiry'],
    toInput: (values) => ({ id, changes: changed(start, values) }),
    onDone: () => {
      notice.ok('The stage is saved.');
      void navigate(home);
    },
  });
  return (
    <PageFrame
      title={stageLabel(stage.code)}
      context="centre"
      crumbs={[{ label: 'Enquiry settings', to: home }]}
    >
      <TwoColumns
        main={
          <Form form={form} wide>
            {!may && (
              <Alert color="info" variant="light">
                This stage is the network's: head office changes it. You see what it asks.
              </Alert>
            )}
            <StageFields status={stage.status} name={stage.code} />
            {can['hide'] && (
              <Section title="In use">
                <Field name="active" kind="boolean" label="Offered for new steps" />
              </Section>
            )}
            {may && <SaveBar label="Save stage" onCancel={() => void navigate(home)} />}
          </Form>
        }
        rail={
          <Section title="How it is used">
            <Stack gap="md">
              <Facts
                min={130}
                items={[
                  { label: 'Status', value: <StatusTag area="enquiry" state={stage.status} /> },
                  {
                    label: 'Entered by',
                    value: { USER: 'People', SYSTEM: 'Admissions', BOTH: 'Both' }[stage.enteredBy],
                  },
                  {
                    label: 'Open now',
                    hidden: stage.open === null,
                    value:
                      stage.open === null ? null : (
                        <Anchor
                          component={Link}
                          to={`/forms/enquiry/list?stage=${encodeURIComponent(stage.code)}&open=true`}
                        >
                          {formatCount(stage.open)}
                        </Anchor>
                      ),
                  },
                  {
                    label: 'Left it in 12 months',
                    hidden: usage.left === null,
                    value: usage.left === null ? null : formatCount(usage.left),
                  },
                  {
                    label: 'Half stayed at most',
                    hidden: usage.left === null,
                    value: usage.medianDays === null ? null : `${usage.medianDays} days`,
                  },
                ]}
              />
              {usage.left === null && (
                <Text size="sm" className="quiet">
                  Choose a centre to see how many stand in it, and how long.
                </Text>
              )}
              {stage.isSeed && (
                <Alert color="info" variant="light">
                  Its name and status belong to the product.
                </Alert>
              )}
            </Stack>
          </Section>
        }
      />
    </PageFrame>
  );
}
