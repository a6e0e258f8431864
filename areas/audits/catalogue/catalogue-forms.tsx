// Category, sub-category and parameter: their lists and forms.
import type { AnyRecord, RowOf } from '@aangan/contract/record.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { RecordForm } from '@aangan/web/record/record-form.tsx';
import { RecordList } from '@aangan/web/record/record-list.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { SimpleGrid, Stack } from '@mantine/core';
import { IconListDetails, IconPencil } from '@tabler/icons-react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { auditCategory } from './audit-category.record.ts';
import { auditParameter } from './audit-parameter.record.ts';
import { auditSubCategory } from './audit-sub-category.record.ts';
import { auditType } from './audit-type.record.ts';
import { type Side, sideOf } from './catalogue.choices.ts';
import {
  addParametersPath,
  addSubCategoryPath,
  editPath,
  LISTS,
  parameterPath,
  parametersPath,
  subCategoriesPath,
} from './catalogue-paths.ts';

type Category = RowOf<typeof auditCategory.fields>;
type SubCategory = RowOf<typeof auditSubCategory.fields>;
type Type = RowOf<typeof auditType.fields>;
type Parameter = RowOf<typeof auditParameter.fields>;
const category: AnyRecord = auditCategory;
const subCategory: AnyRecord = auditSubCategory;
const parameter: AnyRecord = auditParameter;

export const AcademicCategory = () => <CategoryForm side="academic" />;
export const GeneralCategory = () => <CategoryForm side="general" />;

function CategoryForm({ side }: { side: Side }) {
  const { categoryId } = useParams();
  const navigate = useNavigate();
  return (
    <RecordForm
      key={categoryId}
      record={category}
      id={categoryId ?? null}
      start={{ position: 1, active: true }}
      will="Publish a version to use it"
      onDone={(row) => void navigate(categoryId ? LISTS[side] : subCategoriesPath(String(row.id)))}
    />
  );
}

/** /general-audit/sub-category/list/{categoryId} */
export function SubCategories() {
  const { categoryId = '' } = useParams();
  const query = useQuery(auditCategory.endpoints.get, { id: categoryId });
  return (
    <QueryState query={query}>
      {(row) => <SubCategoriesOf key={categoryId} row={row as Category} />}
    </QueryState>
  );
}

function SubCategoriesOf({ row }: { row: Category }) {
  const id = String(row.id);
  const type = useQuery(auditType.endpoints.get, { id: row.typeId }).data as Type | undefined;
  const side = sideOf(type?.family ?? 'GENERAL');
  return (
    <RecordList
      record={subCategory}
      title={`${row.name}: sub-categories`}
      input={{ categoryId: id }}
      menu={[
        { label: 'Add sub-category', to: addSubCategoryPath(id), hidden: row.can['update'] !== true },
        { label: 'Edit category', to: editPath(side, id), hidden: row.can['update'] !== true },
        { label: 'All categories', to: LISTS[side] },
      ]}
      actions={(sub) => [
        {
          label: 'Parameters',
          icon: <IconListDetails {...smallIcon} />,
          to: parametersPath(String(sub.id)),
          frequent: true,
        },
        {
          label: 'Change',
          icon: <IconPencil {...smallIcon} />,
          to: `${addSubCategoryPath(id)}?id=${sub.id}`,
          frequent: true,
          edit: true,
          hidden: sub.can['update'] !== true,
        },
      ]}
    />
  );
}

/** /general-audit/generalAudits/add-subcategory/{categoryId}; `?id=` changes one. */
export function SubCategoryForm() {
  const { categoryId = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get('id');
  return (
    <RecordForm
      key={`${categoryId} ${id}`}
      record={subCategory}
      id={id}
      start={{ categoryId, position: 1, active: true }}
      will="Publish a version to use it"
      onDone={(row) => void navigate(id ? subCategoriesPath(categoryId) : addParametersPath(String(row.id)))}
    />
  );
}

/** /general-audit/parameter/list/{subcategoryId} */
export function Parameters() {
  const { subcategoryId = '' } = useParams();
  const query = useQuery(auditSubCategory.endpoints.get, { id: subcategoryId });
  return (
    <QueryState query={query}>
      {(found) => {
        const row = found as SubCategory;
        return (
          <RecordList
            key={subcategoryId}
            record={parameter}
            title={`${row.name}: parameters`}
            input={{ subCategoryId: subcategoryId }}
            menu={[
              {
                label: 'Add parameters',
                to: addParametersPath(subcategoryId),
                hidden: row.can['update'] !== true,
              },
              { label: 'Sub-categories', to: subCategoriesPath(String(row.categoryId)) },
            ]}
            actions={(one) => [
              {
                label: 'Change',
                icon: <IconPencil {...smallIcon} />,
                to: parameterPath(String(one.id)),
                frequent: true,
                edit: true,
                hidden: one.can['update'] !== true,
              },
            ]}
          />
        );
      }}
    </QueryState>
  );
}

/** /general-audit/edit-parameter/{parameterId} */
export function ParameterForm() {
  const { parameterId = '' } = useParams();
  const navigate = useNavigate();
  return (
    <RecordForm
      key={parameterId}
      record={parameter}
      id={parameterId}
      will="Audits ask it with the next version that is published"
      onDone={(row) => void navigate(parametersPath(String((row as unknown as Parameter).subCategoryId)))}
    >
      <Stack gap="md">
        <Section title="Question">
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
              <Field name="code" />
              <Field name="subCategoryId" />
            </SimpleGrid>
            <Field name="question" />
            <Field name="guidance" />
          </Stack>
        </Section>
        <Section title="Answer and score">
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
            {['responseKind', 'maxScore', 'weight', 'photoOn', 'critical', 'optional', 'noteOnNo'].map(
              (name) => (
                <Field key={name} name={name} />
              ),
            )}
          </SimpleGrid>
        </Section>
        <Section title="When the answer is no">
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
            {['ownerKind', 'severity', 'closureDays', 'position', 'active'].map((name) => (
              <Field key={name} name={name} />
            ))}
          </SimpleGrid>
        </Section>
      </Stack>
    </RecordForm>
  );
}
