import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { useParams } from 'react-router';
import { DynamicEditor } from './dynamic-editor.tsx';
import { dynamicModuleContract } from './dynamic-module.contract.ts';

/** `/system/dynamic-module/create` and `/system/dynamic-module/Edit/{uniqueId}`. */
export function DynamicForm() {
  const { uniqueId } = useParams();
  const targets = useQuery(dynamicModuleContract.targets, {});
  const row = useQuery(
    dynamicModuleContract.get,
    { uniqueId: uniqueId ?? '' },
    { enabled: uniqueId !== undefined, fresh: 0 },
  );
  return (
    <QueryState query={targets}>
      {(choices) =>
        uniqueId === undefined ? (
          <DynamicEditor choices={choices} row={null} reload={() => void targets.refetch()} />
        ) : (
          <QueryState query={row}>
            {(found) => (
              <DynamicEditor
                key={found.version}
                choices={choices}
                row={found}
                reload={() => void targets.refetch()}
              />
            )}
          </QueryState>
        )
      }
    </QueryState>
  );
}
