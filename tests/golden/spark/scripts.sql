
--- a procedure may move data                              [catalog: none]
CALL d.p(1)
--! W321  1:1
--= level NONE
