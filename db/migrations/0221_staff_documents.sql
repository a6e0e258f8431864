-- The queue of documents that wait for verification, oldest first.
create index staff_document_waiting on staff_document (franchisee_id, created_at, id) where status = 'UPLOADED';
