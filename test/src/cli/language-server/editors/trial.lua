-- What an author does in Neovim with a file of a theme; prints what came of it as JSON.
-- Environment: TRIAL_CONFIG (the plugin file of docs/editors), TRIAL_THEME (a theme's folder), TRIAL_OUT (where the result goes).
local env = vim.env
local theme = env.TRIAL_THEME
local result = {}

local function act()
  vim.cmd('filetype on')
  vim.cmd('source ' .. env.TRIAL_CONFIG)
  vim.cmd('edit ' .. theme .. '/sections/essai.liquid')
  local buffer = vim.api.nvim_get_current_buf()

  local function at(line, column) vim.api.nvim_win_set_cursor(0, { line, column }) end
  local function ask(method, more)
    local asked = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
    for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, asked, 20000) or {}) do return answer.result end
  end

  vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
  result.diagnostics = vim.tbl_map(function(one) return { one.lnum + 1, one.code } end, vim.diagnostic.get(buffer))

  at(3, 8)
  local offered = ask('textDocument/completion')
  result.completions = vim.tbl_map(function(one) return one.label end, offered.items or offered)

  at(2, 14)
  local place = ask('textDocument/definition')
  result.definition = vim.uri_to_fname((place.uri and place or place[1]).uri)

  at(1, 25)
  vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', { newName = 'intitule' }), 'utf-16')
  result.renamed = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)

  vim.cmd('edit! ' .. theme .. '/snippets/mal-range.liquid')
  buffer = vim.api.nvim_get_current_buf()
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 20000 })
  else
    vim.lsp.buf.formatting_sync(nil, 20000)
  end
  result.formatted = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

local ok, reason = pcall(act)
if not ok then result.failed = tostring(reason) end
local out = assert(io.open(env.TRIAL_OUT, 'w'))
out:write((vim.json or {}).encode and vim.json.encode(result) or vim.fn.json_encode(result))
out:close()
vim.cmd('qa!')
