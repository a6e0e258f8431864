// Types of one side with their categories, weights and versions.
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { auditsModules as m } from '../modules.ts';
import { families, type Side } from './catalogue.choices.ts';
import { catalogueContract as contract, type TreeType } from './catalogue.contract.ts';
import { ADD, editPath, parametersPath, REFRESH, subCategoriesPath, WEIGHTS } from './catalogue-paths.ts';

export const AcademicTree = () => <CatalogueTree side="academic" title="Audit categories" />;
export const GeneralTree = () => <CatalogueTree side="general" title="General audit categories" />;

function CatalogueTree({ side, title }: { side: Side; title: string }) {
  const query = useQuery(contract.tree, { side });
  const { holds } = useSession();
  const [publishing, setPublishing] = useState<TreeType | null>(null);
  const edit = query.data?.can['edit'] === true;
  const weighs = edit || holds(m.AMSConfiguration, true);
  return (
    <PageFrame
      title={title}
      primary={{ label: 'Add category', icon: <IconPlus {...icon} />, to: ADD[side], hidden: !edit }}
      menu={[
        { label: 'Weights', to: WEIGHTS, hidden: !weighs },
        { label: 'Audit types', to: '/general-audit/audit-type-list', hidden: !holds(m.AuditCatalogue) },
      ]}
    >
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="No audit types yet"
              help="A type holds categories, sub-categories and their questions."
              {...(edit ? { action: { label: 'Add audit type', to: '/general-audit/add-audit-type' } } : {})}
            />
          ) : (
            <Stack gap="md">
              {rows.map((type) => (
                <TypeSection
                  key={type.id}
                  type={type}
                  side={side}
                  edit={edit}
                  onPublish={() => setPublishing(type)}
                />
              ))}
            </Stack>
          )
        }
      </QueryState>
      {publishing ? (
        <CommandDialog
          of={contract.publish}
          title={`Publish version ${publishing.version + 1} of ${publishing.name}`}
          text={`${changesText(publishing)} Audits that are running keep their version.`}
          confirm="Publish version"
          start={{ typeId: publishing.id }}
          refresh={REFRESH}
          done={`Version ${publishing.version + 1} is published.`}
          onClose={() => setPublishing(null)}
        />
      ) : null}
    </PageFrame>
  );
}

const changesText = ({ added, changed, removed }: TreeType): string =>
  added + changed + removed === 0
    ? 'Names, order or rules of the type changed, no question.'
    : `Questions: ${added} added, ${changed} changed, ${removed} left out.`;
const questions = (n: number): string => (n === 1 ? '1 question' : `${n} questions`);
const points = (n: number): string => (n === 1 ? '1 point' : `${n} points`);

function TypeSection({
  type,
  side,
  edit,
  onPublish,
}: {
  type: TreeType;
  side: Side;
  edit: boolean;
  onPublish: () => void;
}) {
  return (
    <Section
      title={type.name}
      help={
        <>
          {`${families[type.family]} · `}
          {type.version === 0 ? 'Not published yet' : `Version ${type.version}, `}
          {type.publishedAt ? <InstantText at={type.publishedAt} /> : null}
          {type.publishedBy ? ` by ${type.publishedBy}` : ''}
          {type.changeNote ? ` · ${type.changeNote}` : ''}
        </>
      }
      actions={
        <Group gap="sm">
          {type.unpublished ? <Tag tone="warning">Unpublished changes</Tag> : null}
          {edit && type.unpublished ? (
            <Button size="xs" onClick={onPublish}>
              Publish version
            </Button>
          ) : null}
        </Group>
      }
    >
      {type.categories.length === 0 ? <Text c="dimmed">No categories yet.</Text> : null}
      {type.categories.map((category) => (
        <Line
          key={category.id}
          end={
            <>
              <Text className="figures" {...(category.weightBp === null ? { c: 'dimmed' } : {})}>
                {category.weightBp === null ? 'No weight' : formatPercent(category.weightBp)}
              </Text>
              {edit ? (
                <Button size="compact-sm" variant="subtle" component={Link} to={editPath(side, category.id)}>
                  Edit
                </Button>
              ) : null}
            </>
          }
        >
          <Text fw={600}>
            {`${category.position}. `}
            {edit ? (
              <Anchor component={Link} to={subCategoriesPath(category.id)}>
                {category.name}
              </Anchor>
            ) : (
              category.name
            )}
            {category.active ? '' : ' (not active)'}
          </Text>
          <Text size="sm" c="dimmed">
            {`${questions(category.parameters)}, ${points(category.maxPoints)}`}
          </Text>
          {category.subCategories.map((sub) => (
            <Text key={sub.id} size="sm">
              {edit ? (
                <Anchor component={Link} size="sm" underline="always" to={parametersPath(sub.id)}>
                  {sub.name}
                </Anchor>
              ) : (
                sub.name
              )}
              {`${sub.active ? '' : ' (not active)'} · ${questions(sub.parameters)}`}
            </Text>
          ))}
        </Line>
      ))}
    </Section>
  );
}
