import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

/** `app` keeps every committed write through a crash; `test` trades that for speed. */
export type PostgresPurpose = 'app' | 'test';

/** Settings of the server by name; values are put on its command line. */
export function serverSettings(purpose: PostgresPurpose, port: number): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 2 ** 20);
  const common = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: "''",
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Short lists of rows: compiling a query costs more than running it.
    jit: 'off',
    random_page_cost: '1.1',
    shared_buffers: `${Math.max(64, Math.min(256, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(megabytes / 3))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    dynamic_shared_memory_type: sharedMemoryType(),
    // Statements and the DETAIL of an error carry names and phone numbers.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
  if (purpose === 'app')
    return { ...common, max_connections: '100', wal_compression: 'on', max_wal_size: '1GB' };
  return {
    ...common,
    max_connections: '400',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
  };
}

// Docker gives 64 MB of /dev/shm, too little for one parallel hash join.
function sharedMemoryType(): string {
  if (process.platform === 'win32') return 'windows';
  if (process.platform !== 'linux') return 'posix';
  try {
    const { blocks, bsize } = statfsSync('/dev/shm');
    return blocks * bsize >= 256 * 2 ** 20 ? 'posix' : 'mmap';
  } catch {
    return 'mmap';
  }
}
