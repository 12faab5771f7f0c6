-- The names of the fields of a request in the order of its form: jsonb has an order of its own. Null where a program of before has stored it.
ALTER TABLE demandes ADD COLUMN ordre text[];
