-- Lines of descent: a theme and the working drafts made of it. A row of a program of before has none of this: src/storage/descent.ts says what it is then.
ALTER TABLE themes
  -- the theme with which the line begins
  ADD COLUMN lignee uuid,
  -- the theme that this one was copied from, and its version; they stay when this one is published
  ADD COLUMN fait_de uuid,
  ADD COLUMN fait_du_numero integer CHECK (fait_du_numero > 0),
  ADD COLUMN cree_le timestamptz;
-- apart: a default of a new column would be computed for every row
ALTER TABLE themes ALTER COLUMN cree_le SET DEFAULT clock_timestamp();
